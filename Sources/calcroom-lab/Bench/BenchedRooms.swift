import RoomServer
import RoomStore
import SharedRoom

/// A server without sockets: an edge with a thousand rooms of four clients, and a store in memory. The state
/// of these rooms does not fit into the processor's caches.
final class BenchedRooms {
    static let keysPerRound = 4_000
    private static let roomCount = keysPerRound / 4
    /// The rooms that an event loop serves in a tick.
    private static let roomsPerTick = 64

    private let store = MemoryStore(
        clock: StoreBenchmark.clock, random: { .random(in: .min ... .max) }, compact: Room.compact)
    private let reports = Guarded<[LogReport]>([])
    private let number: UInt32
    private var edge = Edge(limits: .benched, digest: fastDigest, randomWord: { 7 })
    private var sessions: [SessionID] = []
    private var now: Int64 = 1_000
    private var keyCount = 0
    private var byteCount = 0

    init() {
        number = store.attach(together: { [reports] news in reports.withLock { $0 += news } })
        for room in 0..<Self.roomCount {
            for person in 0..<4 { join(room, person) }
            // A join makes several requests to the store, each after the answer to the one before.
            for _ in 0..<6 { endTick() }
        }
    }

    private func join(_ room: Int, _ person: Int) {
        guard let name = RoomName(normal: "room-\(room)".utf8) else { return }
        let (session, instructions) = edge.connect(name, from: 0, at: now)
        perform(instructions)
        sessions.append(session)
        let secret = String(1_000_000_000 + person) + "abcdefghijkl"
        let make = person == 0 ? #","make":{"keypad":"standard"}"# : ""
        receive(#"{"join":{"secret":"\#(secret)","name":"Pupil"\#(make)}}"#, session)
    }

    /// Presses a key of every client, room by room.
    func pressEverywhere() {
        keyCount += 1
        let key = keyCount.isMultiple(of: 2) ? "C" : "7"
        let frame = #"{"n":\#(keyCount),"press":"\#(key)"}"#
        var sessionsInTick = 0
        for session in sessions {
            receive(frame, session)
            sessionsInTick += 1
            if sessionsInTick.isMultiple(of: 4 * Self.roomsPerTick) { endTick() }
        }
        endTick()
    }

    private func receive(_ text: String, _ session: SessionID) {
        perform(edge.receive(Array(text.utf8), from: session, at: now))
    }

    private func endTick() {
        store.submit(edge.dequeueRequests(), from: number)
        let news = reports.withLock { reports in
            defer { reports = [] }
            return reports
        }
        for report in news { perform(edge.report(report, at: now)) }
        perform(edge.endTick(at: now))
        now += 1
        perform(edge.wake(at: now))
    }

    private func perform(_ instructions: [EdgeInstruction]) {
        for case .send(_, let frame) in instructions { byteCount += frame.count }
    }
}
