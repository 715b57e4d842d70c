import RoomServer
import RoomStore
import SharedRoom

/// An edge with a thousand rooms of four, and a store in memory: all of a server but its sockets. What
/// lies about of so many rooms is more than a processor keeps at hand.
final class BenchedRooms {
    static let keysPerRound = 4_000
    private static let roomCount = keysPerRound / 4
    /// As many as a loop takes in a turn.
    private static let roomsPerTurn = 64

    private let store = RoomPlace.memoryStore()
    private let reports = Guarded<[LogReport]>([])
    private let number: UInt32
    private var edge = Edge(limits: .benched, digest: mixed, chance: { 7 })
    private var sessions: [SessionID] = []
    private var now: Int64 = 1_000
    private var keyCount = 0
    private var byteCount = 0

    init() {
        number = store.attach(together: { [reports] news in reports.withLock { $0 += news } })
        for room in 0..<Self.roomCount {
            for person in 0..<4 { join(room, person) }
            // The store's answer to each thing that a joining asks it leads to the next.
            for _ in 0..<6 { endTurn() }
        }
    }

    private func join(_ room: Int, _ person: Int) {
        guard let name = RoomName(normal: "room-\(room)".utf8) else { return }
        let (session, actions) = edge.connect(name, from: 0, at: now)
        take(actions)
        sessions.append(session)
        let secret = String(1_000_000_000 + person) + "abcdefghijkl"
        let make = person == 0 ? #","make":{"keypad":"standard"}"# : ""
        say(#"{"join":{"secret":"\#(secret)","name":"Pupil"\#(make)}}"#, session)
    }

    /// Everybody presses a key, those of a room one after the other.
    func pressEverywhere() {
        keyCount += 1
        let key = keyCount.isMultiple(of: 2) ? "C" : "7"
        let frame = #"{"n":\#(keyCount),"press":"\#(key)"}"#
        var inTurn = 0
        for session in sessions {
            say(frame, session)
            inTurn += 1
            if inTurn.isMultiple(of: 4 * Self.roomsPerTurn) { endTurn() }
        }
        endTurn()
    }

    private func say(_ text: String, _ session: SessionID) {
        take(edge.receive(Array(text.utf8), from: session, at: now))
    }

    private func endTurn() {
        store.submit(edge.takeRequests(), from: number)
        let news = reports.withLock { reports in
            defer { reports = [] }
            return reports
        }
        for report in news { take(edge.report(report, at: now)) }
        take(edge.endTurn(at: now))
        now += 1
        take(edge.wake(at: now))
    }

    private func take(_ actions: [EdgeAction]) {
        for case .send(_, let frame) in actions { byteCount += frame.count }
    }
}
