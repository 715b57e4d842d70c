public import SharedRoom

/// A room in a list of stored rooms.
public struct ListedRoom: Equatable, Sendable {
    public enum Condition: String, Sendable {
        case sound
        /// Servers do not open it, because its data are damaged, or crashed the server on three starts.
        case setAside
        case damaged
        /// It has another rules version than this program.
        case otherRules
    }

    public var name: RoomName
    public var condition: Condition
    /// The sequence number of the last event.
    public var events: Int64
    /// The number of participants; nil if it is not known.
    public var people: Int?
    /// The day of the last visit, or of the last event in Redis, in days since 1970.
    public var day: Int64
    /// The size of its rows, or the memory that Redis needs for it.
    public var bytes: Int64
}

extension RoomArchive {
    /// All rooms, sorted by name.
    public var rooms: [ListedRoom] {
        get throws(StoreError) {
            var rooms: [ListedRoom] = []
            // A room that was forgotten after the names were read is nil.
            for name in try names { if let room = try listed(name) { rooms.append(room) } }
            return rooms
        }
    }

    private func listed(_ name: RoomName) throws(StoreError) -> ListedRoom? {
        guard let facts = try facts(of: name) else { return nil }
        let hasRules = facts.rules == Room.rules
        var listed = ListedRoom(
            name: name, condition: facts.isSetAside ? .setAside : hasRules ? .sound : .otherRules,
            events: facts.sequence, day: facts.day, bytes: try size(of: name))
        guard listed.condition != .otherRules else { return listed }
        do throws(StoreError) {
            guard let room = try reader.room(name) else { return nil }
            listed.events = room.events.last?.sequence ?? listed.events
            // Events that crashed a server would crash this program, too.
            if !facts.isOnTrial { listed.people = room.peopleCount }
        } catch .damaged {
            listed.condition = .damaged
        }
        return listed
    }
}

extension OpenedRoom {
    /// Nil if the snapshot is invalid.
    fileprivate var peopleCount: Int? {
        guard var room = Room(snapshot: snapshot) else { return nil }
        for event in events { _ = room.apply(event) }
        return room.people.all.count
    }
}
