public import SharedRoom

/// Makes the snapshot after some events from the one before them; nil before a room's first event.
/// The events follow the snapshot without a gap, and there is at least one.
public typealias SnapshotFold = @Sendable (_ snapshot: [UInt8]?, _ events: [Event]) -> [UInt8]

extension Room {
    /// How a snapshot is made of a room: a room is what its events make of it.
    @Sendable
    public static func fold(_ snapshot: [UInt8]?, _ events: [Event]) -> [UInt8] {
        var room = snapshot.flatMap { try? Room(form: $0) } ?? Room()
        for event in events { _ = room.apply(event) }
        return room.form
    }
}
