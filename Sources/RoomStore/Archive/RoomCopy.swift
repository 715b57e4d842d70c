public import SharedRoom

/// The result of copying rooms to another store. Each copied room has a new epoch, because events after the copy are
/// lost for its clients.
public struct RoomCopy: Equatable, Sendable {
    /// The number of copied rooms, also damaged ones. A room that was forgotten before it was read is not copied.
    public package(set) var roomCount: Int64 = 0
    /// The rooms that could not be copied, or whose copies are damaged, and the reasons.
    public package(set) var problems: [Problem] = []
    /// The rooms of the target that have another name now, because a copy has theirs.
    public package(set) var renamed: [Renaming] = []
    /// The number of other rooms of the target, which did not change.
    public package(set) var otherRooms: Int64 = 0
    /// The new path of the replaced file; nil if there was none.
    public package(set) var old: String?

    public struct Problem: Equatable, Sendable {
        public var name: RoomName
        public var why: String
        /// True if the copy of a file has the room as it is.
        public var isCopied = false

        package init(name: RoomName, why: String, isCopied: Bool = false) {
            self.name = name
            self.why = why
            self.isCopied = isCopied
        }
    }

    public struct Renaming: Equatable, Sendable {
        public var old: RoomName
        public var new: RoomName

        package init(old: RoomName, new: RoomName) {
            self.old = old
            self.new = new
        }
    }

    package init() {}
}

/// Receives rooms one by one. Nothing of them is visible before the last one is complete.
package protocol RoomTarget: AnyObject {
    /// The file or the Redis, for messages.
    var place: String { get }
    /// The bounds of the history that it keeps of a room.
    var history: HistoryLimits { get }

    /// Begins a room whose events follow the state.
    func begin(_ name: RoomName, rules: UInt32, after start: LogStart) throws(StoreError)
    /// Adds a state between two events of the history.
    func add(_ state: LogStart) throws(StoreError)
    /// Adds the next events: at most a page.
    ///
    /// - Parameter isHistory: True if they are before the last state.
    func add(_ events: [Event], isHistory: Bool) throws(StoreError)
    /// Adds lines that the tape dropped before the last state.
    func add(_ lines: [TapeEntry]) throws(StoreError)
    /// Completes the room, and returns it as it was written.
    ///
    /// - Parameters:
    ///   - last: The last state.
    ///   - time: The time of the last event.
    func end(after last: LogStart, time: Int64) throws(StoreError) -> OpenedRoom?
    /// Discards the room that was begun.
    func cancel()
}
