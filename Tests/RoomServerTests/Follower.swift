import RoomServer
import SharedRoom
import Testing

/// A client that only follows: what it was sent must lead it to where the room is.
struct Follower {
    let session: SessionID
    private var replica: Room?

    init(_ session: SessionID) { self.session = session }

    /// Hashes that were checked.
    private(set) var checks = 0

    mutating func take(_ frame: [UInt8]) throws {
        switch try ServerMessage.decode(frame) {
        case .welcome(let welcome): try take(welcome)
        case .events(let frame):
            guard let sequence = replica?.sequence else { return }
            #expect(frame.first == sequence + 1)
            apply(frame.events)
            check(frame.hash)
        case .here, .refused, .alive, .bye, nil: break
        }
    }

    private mutating func take(_ welcome: Welcome) throws {
        switch welcome.contents {
        case .snapshot(let form): replica = try Room(decoding: form)
        // It joined with a number alone, and has nothing to begin with.
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
