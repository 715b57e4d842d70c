import RoomClient
import SharedRoom

/// A page that watches the room: its replica gets what a server would send.
struct Page {
    private var replica: Replica?

    init() {
        guard let secret = Secret(Array("golden-secret-of-22-letters".utf8)) else { return }
        var join = Join(secret: secret)
        join.isWatching = true
        replica = Replica(join, pen: secret, chance: { 7 })
        _ = replica?.connected(at: 0)
    }

    /// What changed in the view with this event, after which the room is as it is now.
    mutating func viewHash(after event: Event, in room: Room) -> UInt64 {
        let message: ServerMessage
        if event.sequence == 1 {
            message = .welcome(welcome(.events([event]), to: room))
        } else {
            message = .events(
                EventFrame(first: event.sequence, events: [event], hash: room.hash))
        }
        return viewHash(after: message)
    }

    mutating func viewHash(afterSnapshotOf room: Room) -> UInt64 {
        viewHash(after: .welcome(welcome(.snapshot(room.form), to: room)))
    }

    private func welcome(_ contents: Welcome.Contents, to room: Room) -> Welcome {
        Welcome(
            rules: Room.rules, you: nil, epoch: 1, sequence: room.sequence, hash: room.hash,
            contents: contents)
    }

    /// A frame that the replica answers says that it does not agree: 0.
    private mutating func viewHash(after message: ServerMessage) -> UInt64 {
        let actions = replica?.receive(message.encoded, at: 1) ?? []
        for action in actions {
            if case .send = action { return 0 }
            if case .close = action { return 0 }
        }
        guard let view = replica?.view, let changes = replica?.takeChanges() else { return 0 }
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in view.written(changes) {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return hash
    }
}
