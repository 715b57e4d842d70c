import CalculatorEngine
import RoomStore
import SeededNumbers
import SharedRoom

/// A room with all its earlier states.
struct RecordedRoom: Sendable {
    let name: RoomName
    private(set) var room = Room()
    private(set) var events: [Event] = []
    /// The snapshot after each number of events.
    private var forms: [[UInt8]?] = [nil]
    /// The lines that the tape has dropped.
    private(set) var droppedLines: Set<[UInt8]> = []
    private var count: Int64 = 0

    init(_ name: RoomName) { self.name = name }

    mutating func append(_ more: [Event]) {
        for event in more {
            let compacted = Room.compact(forms.last ?? nil, [event])
            for entry in compacted?.tape ?? [] { droppedLines.insert(entry.line) }
            _ = room.apply(event)
            events.append(event)
            forms.append(room.snapshot)
        }
    }

    /// True if the room had this state, followed by these events.
    func contains(_ snapshot: [UInt8]?, then more: [Event]) -> Bool {
        let known = snapshot == nil ? 0 : forms.firstIndex(of: snapshot)
        guard let known, known + more.count <= events.count else { return false }
        return events[known..<known + more.count].elementsEqual(more)
    }

    /// Removes the later events.
    mutating func truncate(to sequence: Int64) {
        let count = Int(sequence)
        events.removeLast(events.count - count)
        forms.removeLast(forms.count - count - 1)
        room = Room(snapshot: forms[count]) ?? Room()
    }

    /// Random actions of the host.
    mutating func drafts(_ most: Int, _ random: inout SplitMix) -> [Draft] {
        if events.isEmpty {
            let salt = Fingerprint(high: random.next(), low: random.next())
            let identity = Fingerprint(high: 0, low: 1)
            return [
                Draft(.make(RoomSetup(keypad: .standard, salt: salt))),
                Draft(.enter(Entrance(identity: identity, pen: 1, name: name(random.next())))),
            ]
        }
        return (0...random.next(below: most)).map { _ in
            count += 1
            let signature = Signature(author: 1, pen: 0, number: count)
            return Draft(action(&random), signature: signature)
        }
    }

    private func action(_ random: inout SplitMix) -> Action {
        switch random.next(below: 40) {
        case 0: .name(name(random.next()))
        case 1: .lock(random.bool())
        case 2: .keypad(random.element(of: [.standard, .simple, .chain]))
        // Each writes a line, so the tape drops some.
        case 3..<30: .press(Self.equals)
        default: .press(random.element(of: Self.keys))
        }
    }

    private func name(_ number: UInt64) -> PersonName {
        PersonName(Array("Mina \(number % 1_000)".utf8)) ?? .none
    }

    private static let keys = "1 2 3 4 5 + - * . C back".split(separator: " ")
        .compactMap { Key(named: $0.utf8) }
    private static let equals = Key(named: "=".utf8) ?? keys[0]
}
