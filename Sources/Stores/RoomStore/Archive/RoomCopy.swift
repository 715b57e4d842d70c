public import SharedRoom

/// The result of copying rooms to another store. Each copied room has a new epoch, because events after the copy are
/// lost for its clients.
public struct RoomCopy: Sendable {
    /// The number of copied rooms, also damaged ones. A room that was forgotten before it was read is not copied.
    public package(set) var roomCount: Int64 = 0
    /// The rooms that could not be copied, or whose copies are damaged.
    public package(set) var problems: [Problem] = []
    /// The new path of the replaced file; nil if there was none.
    public package(set) var old: String?

    public struct Problem: Sendable {
        public let name: RoomName
        public let why: String
        /// True if the copy of a file has the room as it is.
        public let isCopied: Bool
    }

    package init() {}

    /// Notes the failure of a room. Throws one that concerns all rooms.
    ///
    /// - Parameters:
    ///   - place: The archive with the room.
    ///   - isCopied: True if the copy has the room as it is.
    package mutating func note(
        _ error: StoreError, of name: RoomName, in place: String, isCopied: Bool
    ) throws(StoreError) {
        let why =
            switch error {
            case .damaged(place, let what): "it is damaged (\(what))"
            case .otherRules(_, let rules, let known):
                "its rules version is \(rules), and that of this calcroom \(known)"
            case .changed: "it changed each time it was read"
            default: throw error
            }
        problems.append(Problem(name: name, why: why, isCopied: isCopied))
    }
}

extension RoomArchive {
    /// Passes each room to the target, in the state of one moment.
    package func copyRooms(
        to target: (ArchivedRoom) throws(StoreError) -> Void
    ) throws(StoreError) -> RoomCopy {
        var copy = RoomCopy()
        for name in try names {
            do throws(StoreError) {
                guard let room = try readSound(name) else { continue }
                try target(room)
                copy.roomCount += 1
            } catch {
                try copy.note(error, of: name, in: place, isCopied: false)
            }
        }
        return copy
    }

    /// Throws if servers of this version would not open the room.
    private func readSound(_ name: RoomName) throws(StoreError) -> ArchivedRoom? {
        guard let facts = try facts(of: name) else { return nil }
        guard !facts.isOnTrial else {
            throw damaged("it is set aside; run calcroom replay to put it back")
        }
        try check(facts)
        guard let room = try read(name) else { return nil }
        guard room.isSound else { throw damaged("its last state is invalid") }
        return room
    }
}
