import RoomServer
import RoomStore
import SharedRoom
import Simulator

/// The server in the example session of docs/protocol.md: an edge and a store without randomness, with a clock
/// that begins at 1790000000000.
final class ScriptedEdge {
    private var edge: Edge
    let store: MemoryStore
    private let clock: Guarded<Int64>
    private let reports = Guarded<[LogReport]>([])
    private let number: UInt32
    private var timer: Int64?
    private var connections: [(person: String, session: SessionID)] = []
    private var received: [(person: String, text: String)] = []

    init() {
        let (clock, reports) = (Guarded<Int64>(0), reports)
        self.clock = clock
        store = MemoryStore(
            clock: { 1_790_000_000_000 + clock.withLock { $0 } }, random: { 0x9F2C_0188_7766_5544 },
            compact: { _, _ in nil })
        edge = Edge(limits: Limits(), digest: EdgeHost.digest, randomWord: { 1_200 })
        number = store.attach { report in reports.withLock { $0.append(report) } }
    }

    var now: Int64 { clock.withLock { $0 } }

    /// Sends a frame. Connects the person first if necessary.
    func send(_ frame: String, from person: String, in room: RoomName) {
        if session(of: person) == nil {
            let (session, instructions) = edge.connect(room, from: 0, at: now)
            connections.append((person, session))
            perform(instructions)
        }
        guard let session = session(of: person) else { return }
        perform(edge.receive(Array(frame.utf8), from: session, at: now))
        settle()
    }

    func disconnect(_ person: String) {
        guard let session = session(of: person) else { return }
        connections.removeAll { $0.session == session }
        perform(edge.disconnect(session, at: now))
        settle()
    }

    func stop() {
        perform(edge.stop(at: now))
        settle()
    }

    func advance(by time: Int64) {
        let end = now + time
        while let next = timer, next <= end {
            timer = nil
            let time = max(now, next)
            clock.withLock { $0 = time }
            perform(edge.wake(at: now))
            settle()
        }
        clock.withLock { $0 = end }
    }

    /// Removes and returns the oldest unread message to a person.
    func nextReceived(by person: String) -> String? {
        received.firstIndex { $0.person == person }.map { received.remove(at: $0).text }
    }

    /// Removes and returns all unread messages.
    func takeUnread() -> [String] {
        defer { received = [] }
        return received.map { "\($0.person) \($0.text)" }
    }

    private func session(of person: String) -> SessionID? {
        connections.first { $0.person == person }?.session
    }

    private func settle() {
        var isMoving = true
        while isMoving {
            let news = reports.withLock { reports in
                defer { reports = [] }
                return reports
            }
            for report in news { perform(edge.report(report, at: now)) }
            let instructions = edge.endTick(at: now)
            perform(instructions)
            isMoving = !news.isEmpty || !instructions.isEmpty || !reports.withLock { $0.isEmpty }
        }
    }

    private func perform(_ instructions: [EdgeInstruction]) {
        for instruction in instructions {
            switch instruction {
            case .send(let session, let frame):
                record(session, String(decoding: frame, as: UTF8.self))
            case .close(let session, let reason, let text):
                record(session, "closed \(reason.code) \(String(decoding: text, as: UTF8.self))")
                connections.removeAll { $0.session == session }
            case .joined, .noteLimit: break
            case .wake(let time): timer = time
            }
        }
        for request in edge.dequeueRequests() { store.submit(request, from: number) }
    }

    private func record(_ session: SessionID, _ text: String) {
        guard let connection = connections.first(where: { $0.session == session }) else { return }
        received.append((connection.person, text))
    }
}
