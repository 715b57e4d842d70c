import RoomClient
import SharedRoom
import Testing

/// Ada's replica in the example session of docs/protocol.md. It performs the actions in her lines.
struct ScriptedReplica {
    private(set) var replica: Replica
    /// Frames that the replica has sent and no line of the document has matched yet.
    private(set) var sent: [String] = []
    private(set) var frameCount = 0
    private var now: Int64 = 0
    private var timer: Int64?
    private var dialing: Int64? = 0
    /// The number of the last action.
    private var lastActionNumber: Int64 = 0

    init() throws {
        var join = Join(secret: try #require(Secret(Array("mNq3bD-x0Zc7T_pL8vR2sA".utf8))))
        join.name = try #require(PersonName(Array("Ada".utf8)))
        join.make = Join.MakeOptions(keypad: .standard)
        let pen = try #require(Secret(Array("k3J-x_9aQ2w".utf8)))
        replica = Replica(join, pen: pen, randomWord: { 1_200 })
    }

    /// Connects or acts if the frame requires it, then checks that the replica has sent this frame.
    mutating func expectSent(_ frame: String, _ number: Int) throws {
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
        let own = sent.isEmpty ? nil : sent.removeFirst()
        #expect(own == frame, "line \(number) of the document")
    }

    mutating func receive(_ text: String) {
        if text.hasPrefix("closed ") {
            disconnect(code: UInt16(text.split(separator: " ")[1]) ?? 0)
        } else {
            perform(replica.receive(Array(text.utf8), at: now))
        }
    }

    mutating func disconnect(code: UInt16) {
        perform(replica.disconnected(code: code, at: now))
    }

    /// Performs the actions of the next frame now if it begins with an action that is resent. New actions in
    /// that frame were typed before the resend.
    mutating func actAhead(of lines: ArraySlice<SessionScript.Line>) throws {
        for line in lines {
            guard case .sends("ada", let frame) = line.step else { continue }
            let message = try ClientMessage.decode(Array(frame.utf8), limits: ServiceLimits())
            if case .act(let first, let actions) = message, first <= lastActionNumber {
                act(first, actions)
            }
            return
        }
    }

    mutating func advance(by time: Int64) {
        let end = now + time
        while let due = timer, due <= end {
            timer = nil
            now = max(now, due)
            perform(replica.wake(at: now))
        }
        now = end
    }

    private mutating func act(_ first: Int64, _ actions: [ClientAction]) {
        for (index, action) in actions.enumerated() where first + Int64(index) > lastActionNumber {
            lastActionNumber = first + Int64(index)
            perform(replica.act(action, at: now))
        }
    }

    private mutating func perform(_ instructions: [ReplicaInstruction]) {
        for instruction in instructions {
            switch instruction {
            case .send(let frame): sent.append(String(decoding: frame, as: UTF8.self))
            case .connect(let time): dialing = time
            case .wake(let time): timer = time
            case .save, .keep: break
            case .close, .reload: Issue.record("\(instruction)")
            }
        }
    }
}
