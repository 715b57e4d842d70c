public import SharedRoom

/// Reads stored rooms without a server, also while servers use them.
///
///     let archive: any RoomArchive = try FileArchive("calcroom.db")
///     let rooms = try archive.rooms
public protocol RoomArchive: AnyObject {
    /// The file or the Redis, for messages.
    var place: String { get }
    /// Reads rooms, also those that are set aside or have other rules.
    var reader: any LogReader { get }
    /// The number of dropped tape lines that are kept of a room.
    var tapeLinesMax: Int { get }
    /// The names of all rooms, sorted.
    var names: [RoomName] { get throws(StoreError) }

    /// Nil if nothing is stored of the room.
    func facts(of name: RoomName) throws(StoreError) -> RoomFacts?

    /// The size of the rows of a room, or the memory that Redis needs for it.
    func size(of name: RoomName) throws(StoreError) -> Int64
}

extension RoomArchive {
    /// Throws if the room has another rules version: its events would lead to another state.
    func check(_ facts: RoomFacts) throws(StoreError) {
        guard facts.rules == Room.rules else {
            throw .otherRules(path: place, rules: facts.rules, known: Room.rules)
        }
    }
}

/// Facts about a stored room that its events do not contain. They are wrong if its data are damaged.
public struct RoomFacts: Sendable {
    public var rules: UInt32
    /// The last event, or the last one in the snapshot, and its time.
    var sequence: Int64
    var time: Int64
    /// The day of the last visit, or of the last event in Redis, in days since 1970.
    var day: Int64
    /// The number of servers that ended while they applied the events, or more if the room is damaged.
    var trials: Int64

    /// The number of trials with which servers do not open a room. Two servers may have been killed by chance.
    package static let trialsMax: Int64 = 3

    /// True if servers do not open the room, because its data are damaged, or crashed the server on three starts.
    var isSetAside: Bool { trials >= Self.trialsMax }
    /// True if it is set aside, or a server ended while it applied the events.
    var isOnTrial: Bool { trials > 0 }

    package init(rules: UInt32, sequence: Int64, time: Int64, day: Int64, trials: Int64 = 0) {
        self.rules = rules
        self.sequence = sequence
        self.time = time
        self.day = day
        self.trials = trials
    }
}
