import CalculatorEngine
import RoomClient
import SharedRoom
import RoomStore

/// A participant or spectator of a room without a browser: a replica, its connection and its timers.
///
///     let visit = try RoomVisit(link, join)
///     while true { try visit.handleEvents() }
final class RoomVisit {
    /// The reason why a visit ended.
    enum End: Error, Equatable, Sendable {
        /// A connection failed before the first join. After the join, the replica reconnects forever.
        case unconnected(ConnectionFailure)
        case closed(CloseReason)
        /// The server has another version of the rules than this program.
        case otherRules
    }

    private(set) var replica: Replica
    private let client: WebSocketClient
    private var connectTime: Int64? = 0
    private var wakeTime: Int64? = 0
    private var hasJoined = false
    private var isOutdated = false

    init(_ link: RoomLink, _ join: Join) throws(End) {
        do throws(ConnectionFailure) {
            client = try WebSocketClient(link)
        } catch {
            throw .unconnected(error)
        }
        var random = SystemRandomNumberGenerator()
        let pen = Secret.random()
        replica = Replica(join, pen: pen, randomWord: { random.next() })
    }

    /// The monotonic time in milliseconds that `handleEvents` uses.
    static var now: Int64 { MonotonicClock.milliseconds }

    /// Waits for events, at most until `time`, and handles them.
    func handleEvents(until time: Int64 = .max) throws(End) {
        let due = min(time, connectTime ?? .max, wakeTime ?? .max)
        for event in client.wait(until: due) { try handle(event) }
        handleTimers()
        if isOutdated { throw .otherRules }
        if case .ended(let reason) = replica.view.connection { throw .closed(reason) }
    }

    func press(_ key: Key) {
        perform(replica.press(key, at: Self.now))
    }

    func act(_ action: Action) {
        perform(replica.act(.plain(action), at: Self.now))
    }

    func closeOffer() {
        perform(replica.closeOffer(at: Self.now))
    }

    /// Returns the changes since the last call.
    @discardableResult
    func consumeChanges() -> ViewChanges {
        replica.consumeChanges()
    }

    private func handle(_ event: WebSocketClient.Event) throws(End) {
        switch event {
        case .opened: perform(replica.connected(at: Self.now))
        case .received(let frame):
            perform(replica.receive(frame, at: Self.now))
            if case .joined = replica.view.connection { hasJoined = true }
        case .closed(let code): perform(replica.disconnected(code: code, at: Self.now))
        case .failed(let failure):
            guard hasJoined else { throw .unconnected(failure) }
            perform(replica.disconnected(code: 1_006, at: Self.now))
        }
    }

    private func handleTimers() {
        let now = Self.now
        if let time = connectTime, time <= now {
            connectTime = nil
            client.connect()
        }
        if let time = wakeTime, time <= now {
            wakeTime = nil
            perform(replica.wake(at: now))
        }
    }

    private func perform(_ instructions: [ReplicaInstruction]) {
        for instruction in instructions {
            switch instruction {
            // Unsent actions are lost when the program ends; the next run does not resend them.
            case .save, .keep: break
            case .send(let frame): client.send(frame)
            case .close: client.close()
            case .connect(let time): (connectTime, wakeTime) = (time, nil)
            case .wake(let time): wakeTime = time
            case .reload: isOutdated = true
            }
        }
    }
}

extension Secret {
    /// A new secret of 132 random bits.
    static func random() -> Secret {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        let text = (0..<secretBytesMin).map { _ in letters[Int.random(in: letters.indices)] }
        guard let secret = Secret(text) else { preconditionFailure("no secret of its own letters") }
        return secret
    }
}
