import RoomServer
import SharedRoom
import WebServer

/// `calcroom-lab bench edge`: the cost of a key, a delivery, a join and a session.
enum EdgeBenchmark {
    static func run() -> Bool {
        // Memory comes first, before the process has freed pages that a session could reuse.
        let isSmall = MeasuredTable(heading: "Memory of the edge", unit: "bytes")
            .print([session, ring])
        print()
        let isFast = MeasuredTable(heading: "Time of the edge").print([
            key, wholeKey, manyRooms, delivery, snapshot, newcomers, silentNewcomers,
            nesting(1_048_576),
            nesting(4_096),
        ])
        return isSmall && isFast
    }

    private static var key: Measurement {
        var room = BenchedEdge()
        return Measurement(name: "a key, up to the store", microsecondsMax: 5) {
            _ = room.receiveKey()
            _ = room.edge.dequeueRequests()
        }
    }

    private static var wholeKey: Measurement {
        var room = BenchedEdge()
        return Measurement(name: "a key, to its frame for one session", microsecondsMax: 10) {
            room.pressKey()
        }
    }

    private static var manyRooms: Measurement {
        let rooms = BenchedRooms()
        // Warm-up: the ring of each room drops its first events only when it is full.
        for _ in 0..<200 { rooms.pressEverywhere() }
        return Measurement(
            name: "the same in 1,000 rooms of four, with a store in memory", microsecondsMax: 10,
            parts: BenchedRooms.keysPerRound
        ) {
            rooms.pressEverywhere()
        }
    }

    private static var delivery: Measurement {
        var room = BenchedEdge()
        room.addSpectators(999)
        return Measurement(
            name: "a delivery of a key to 1,000 sessions", microsecondsMax: 0.2, parts: 1_000
        ) {
            room.pressKey()
        }
    }

    /// A participant comes back to a room that has changed since the last join.
    private static var snapshot: Measurement {
        var room = BenchedEdge()
        for person in 1..<30 { room.connect(person: person) }
        room.finishTicks()
        for _ in 0..<2_000 { room.pressKey() }
        return Measurement(name: "a key and a snapshot, class of 30", microsecondsMax: 200) {
            room.pressKey()
            let session = room.connect(person: 3)
            room.finishTicks()
            room.leave(session)
        }
    }

    /// All join in one tick. Each receives a snapshot with all participants, and encoding the snapshots
    /// takes most of the time.
    private static var newcomers: Measurement {
        let megabytes = newcomers { _, _ in } / 1_000_000
        let name = "900 joins in one tick, \(megabytes) MB of snapshots"
        return Measurement(name: name, microsecondsMax: 50_000) { newcomers { _, _ in } }
    }

    /// The same joins, but the sockets accept no bytes.
    private static var silentNewcomers: Measurement {
        Measurement(name: "the same without the snapshots", microsecondsMax: 15_000) {
            newcomers { room, session in room.edge.block(session) }
        }
    }

    /// Returns the number of bytes sent.
    @discardableResult
    private static func newcomers(_ prepare: (inout BenchedEdge, SessionID) -> Void) -> Int {
        var room = BenchedEdge()
        for person in 1...900 {
            let session = room.connect(person: person)
            prepare(&room, session)
        }
        room.finishTicks()
        room.advance(by: 1_000)
        return room.byteCount
    }

    /// From the connection of a client that sends only brackets to its close.
    private static func nesting(_ count: Int) -> Measurement {
        var room = BenchedEdge()
        let frame = [UInt8](repeating: UInt8(ascii: "["), count: count)
        return Measurement(name: "\(count) open brackets refused", microsecondsMax: 5) {
            room.receive(frame, room.edge.connect(room.name, from: 0, at: room.now).session)
        }
    }

    /// The growth of the process per session.
    private static var session: Measurement {
        let count = 50_000
        var room = BenchedEdge()
        let before = ProcessFigures().residentBytes
        for _ in 0..<(count / 100) { room.addSpectators(100) }
        let bytes =
            Double(ProcessFigures().residentBytes - before) / Double(room.edge.sessionCount - 1)
        return Measurement(
            name: "a session, of \(count)", amount: bytes, amountMax: 1_024, steps: nil)
    }

    private static var ring: Measurement {
        var room = BenchedEdge()
        room.addSpectators(999)
        if let host = room.host { room.edge.block(host) }
        for _ in 0..<3_000 { room.pressKey() }
        return Measurement(
            name: "a ring with 1,000 sessions, one of them never reads",
            amount: Double(room.edge.ringByteCount(of: room.name)),
            amountMax: Double(ServiceLimits().ringBytesMax), steps: nil)
    }
}
