import RoomClient
import SharedRoom
import Testing

/// Ada's client in the session of docs/PROTOCOL.md: a replica that does what her lines say.
struct SessionPage {
    private(set) var replica: Replica
    /// Frames that the replica has sent and the document has not come to.
    private(set) var said: [String] = []
    private(set) var frameCount = 0
    private var now: Int64 = 0
    private var timer: Int64?
    private var dialing: Int64? = 0
    /// The last number that she gave to an action.
    private var acted: Int64 = 0

    init() throws {
        var join = Join(secret: try #require(Secret(Array("mNq3bD-x0Zc7T_pL8vR2sA".utf8))))
        join.name = try #require(PersonName(Array("Ada".utf8)))
        join.make = Join.MakeOptions(keypad: .standard)
        let pen = try #require(Secret(Array("k3J-x_9aQ2w".utf8)))
        replica = Replica(join, pen: pen, randomWord: { 1_200 })
    }

    /// The replica must have said this by itself, or says it when it is connected or she acts.
    mutating func says(_ frame: String, _ number: Int) throws {
        switch try ClientMessage.decode(Array(frame.utf8), limits: ServiceLimits()) {
        case .join:
            let due = try #require(dialing, "no connection is wanted, line \(number)")
            #expect(due <= now, "too early, line \(number)")
            dialing = nil
            perform(replica.connected(at: now))
        case .act(let first, let actions): act(first, actions)
        case .alive, .mismatch, nil: break
        }
        frameCount += 1
        let own = said.isEmpty ? nil : said.removeFirst()
        #expect(own == frame, "PROTOCOL.md, line \(number)")
    }

    mutating func hears(_ text: String) {
        if text.hasPrefix("closed ") {
            loses(code: UInt16(text.split(separator: " ")[1]) ?? 0)
        } else {
            perform(replica.receive(Array(text.utf8), at: now))
        }
    }

    mutating func loses(code: UInt16) {
        perform(replica.disconnected(code: code, at: now))
    }

    /// What goes out beside something that was refused was typed before that goes out again.
    mutating func typesAhead(_ lines: ArraySlice<SessionScript.Line>) throws {
        for line in lines {
            guard case .says("ada", let frame) = line.step else { continue }
            let message = try ClientMessage.decode(Array(frame.utf8), limits: ServiceLimits())
            if case .act(let first, let actions) = message, first <= acted { act(first, actions) }
            return
        }
    }

    mutating func passes(_ time: Int64) {
        let end = now + time
        while let due = timer, due <= end {
            timer = nil
            now = max(now, due)
            perform(replica.wake(at: now))
        }
        now = end
    }

    private mutating func act(_ first: Int64, _ actions: [ClientAction]) {
        for (index, action) in actions.enumerated() where first + Int64(index) > acted {
            acted = first + Int64(index)
            perform(replica.act(action, at: now))
        }
    }

    private mutating func perform(_ actions: [ReplicaAction]) {
        for action in actions {
            switch action {
            case .send(let frame): said.append(String(decoding: frame, as: UTF8.self))
            case .connect(let time): dialing = time
            case .wake(let time): timer = time
            case .save, .keep: break
            case .close, .reload: Issue.record("\(action)")
            }
        }
    }
}
