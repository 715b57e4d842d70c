public import SharedRoom

/// Reads stored rooms in pages, for documents and tools, without delaying a commit.
///
///     let room = try reader.room(name)             // everything committed before the call
///     let log = StoredLog(name, room)
///     let state = try reader.state(before: 400, of: log)
///     let page = try reader.events(after: state.sequence, of: log)
///
/// A reader waits for a disk or a network, so it belongs to one thread, which serves no sockets. Each call reads one
/// consistent state, and nothing stays open between two calls. A call throws `changed` if the room was forgotten, or its
/// events or lines deleted, since the log was read. It throws `damaged` if data are invalid, or have crashed servers.
public protocol LogReader: AnyObject {
    /// The room with all its events; nil if nothing is stored of it. The result has no `present`.
    func room(_ name: RoomName) throws(StoreError) -> OpenedRoom?

    /// The last stored state before the event `sequence`, or the first one that is left.
    func state(before sequence: Int64, of log: StoredLog) throws(StoreError) -> StoredState

    /// The next events after `sequence`, at most a page. Empty after the last event.
    func events(after sequence: Int64, of log: StoredLog) throws(StoreError) -> [Event]

    /// The newest lines that the room's tape has dropped: at most `count`, before `sequence`. Nil if there are none.
    func tapeRange(
        before sequence: Int64, count: Int, of log: StoredLog
    ) throws(StoreError) -> TapeRange?

    /// The first lines of the range, at least one and at most a page.
    func tape(_ range: TapeRange, of log: StoredLog) throws(StoreError) -> [TapeEntry]
}

extension LogReader {
    /// The room in the last stored state before the event `sequence`, or in the first one that is left.
    public func room(before sequence: Int64, of log: StoredLog) throws(StoreError) -> Room {
        let state = try state(before: sequence, of: log)
        guard let room = Room(snapshot: state.snapshot), room.sequence == state.sequence else {
            throw .damaged(log.name)
        }
        return room
    }
}

/// The log of a room in one epoch.
public struct StoredLog: Equatable, Sendable {
    public let name: RoomName
    public let epoch: UInt64

    public init(_ name: RoomName, _ room: OpenedRoom) {
        self.name = name
        epoch = room.epoch
    }
}

/// A stored state of a room.
public struct StoredState: Equatable, Sendable {
    /// Nil before event 1.
    public var snapshot: [UInt8]?
    /// The last event in the snapshot.
    public var sequence: Int64

    public init(snapshot: [UInt8]? = nil, sequence: Int64 = 0) {
        self.snapshot = snapshot
        self.sequence = sequence
    }
}

/// Consecutive stored tape lines, by the sequence numbers of their events.
public struct TapeRange: Equatable, Sendable {
    /// The first line.
    public var first: Int64
    /// The lines end before this event.
    public var end: Int64
    public var count: Int

    package init(first: Int64, end: Int64, count: Int) {
        self.first = first
        self.end = end
        self.count = count
    }

    /// The range after these lines, which are its first ones; nil if they are all.
    public func dropping(_ lines: [TapeEntry]) -> TapeRange? {
        guard let last = lines.last, count > lines.count else { return nil }
        return TapeRange(first: last.sequence + 1, end: end, count: count - lines.count)
    }
}

/// The size after which a page ends. It is small so that a reader, which gives way between two pages, delays a key by
/// less than a millisecond.
package enum LogPage {
    package static let rowsMax = 100
    package static let bytesMax = 65_536
    /// A page contains all events of a stored block, up to this number.
    package static let eventsMax = 1_000
}
