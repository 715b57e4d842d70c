import RoomServer
import SharedRoom
import Testing

/// A client that only receives, and checks every hash against its copy of the room.
struct Follower {
    let session: SessionID
    private var replica: Room?

    init(_ session: SessionID) { self.session = session }

    /// The number of checked hashes.
    private(set) var checks = 0

    mutating func receive(_ frame: [UInt8]) throws {
        switch try ServerMessage.decode(frame) {
        case .welcome(let welcome): try reset(welcome)
        case .events(let frame):
            guard let sequence = replica?.sequence else { return }
            #expect(frame.first == sequence + 1)
            apply(frame.events)
            check(frame.hash)
        case .here, .refused, .alive, .bye, nil: break
        }
    }

    private mutating func reset(_ welcome: Welcome) throws {
        switch welcome.contents {
        case .snapshot(let form): replica = try Room(decoding: form)
        // The client joined with a sequence number but has no copy of the room.
        case .events: replica = nil
        }
        if replica != nil { check(welcome.hash) }
    }

    private mutating func apply(_ events: [Event]) {
        for event in events { _ = replica?.apply(event) }
    }

    private mutating func check(_ hash: UInt64?) {
        guard let hash, let replica else { return }
        #expect(replica.hash == hash)
        checks += 1
    }
}
