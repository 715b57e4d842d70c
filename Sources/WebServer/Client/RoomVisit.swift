public import CalculatorEngine
public import RoomClient
public import SharedRoom
import RoomStore

/// A person in a room without a browser: a replica, and what a page does for it.
///
///     let visit = try RoomVisit(link, join)
///     while !visit.hasEnded { try visit.turn() }
public final class RoomVisit {
    /// Why there is nothing more to wait for.
    public enum End: Error, Equatable, Sendable {
        /// Nobody could be reached. Only at the beginning: later it is tried again and again.
        case unconnected(ConnectionFailure)
        case closed(CloseReason)
        /// The server has other rules than this program.
        case otherRules
    }

    public private(set) var replica: Replica
    private let client: WebSocketClient
    private var connectTime: Int64? = 0
    private var wakeTime: Int64? = 0
    private var wasWelcome = false
    private var isOutdated = false

    public init(_ link: RoomLink, _ join: Join) throws(End) {
        do throws(ConnectionFailure) {
            client = try WebSocketClient(link)
        } catch {
            throw .unconnected(error)
        }
        var random = SystemRandomNumberGenerator()
        let pen = Secret.random()
        replica = Replica(join, pen: pen, randomWord: { random.next() })
    }

    /// Milliseconds that never go back, as `turn` counts them.
    public static var now: Int64 { MonotonicClock.milliseconds }

    /// Waits until something happens, but not beyond `time`, and does what follows from it.
    public func turn(until time: Int64 = .max) throws(End) {
        let due = min(time, connectTime ?? .max, wakeTime ?? .max)
        for event in client.wait(until: due) { try take(event) }
        takeTime()
        if isOutdated { throw .otherRules }
        if case .ended(let reason) = replica.view.connection { throw .closed(reason) }
    }

    public func press(_ key: Key) {
        perform(replica.press(key, at: Self.now))
    }

    /// What has changed since this was asked last.
    @discardableResult
    public func consumeChanges() -> ViewChanges {
        replica.consumeChanges()
    }

    private func take(_ event: WebSocketClient.Event) throws(End) {
        switch event {
        case .opened: perform(replica.connected(at: Self.now))
        case .received(let frame):
            perform(replica.receive(frame, at: Self.now))
            if case .joined = replica.view.connection { wasWelcome = true }
        case .closed(let code): perform(replica.disconnected(code: code, at: Self.now))
        case .failed(let failure):
            guard wasWelcome else { throw .unconnected(failure) }
            perform(replica.disconnected(code: 1_006, at: Self.now))
        }
    }

    private func takeTime() {
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

    private func perform(_ actions: [ReplicaAction]) {
        for action in actions {
            switch action {
            // What a program that was stopped has not sent is not sent by the next one.
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
