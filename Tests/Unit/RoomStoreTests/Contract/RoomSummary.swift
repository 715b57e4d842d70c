import RoomStore
import SharedRoom

/// A small replacement for `Room`: a checksum of all events, and the number of events that do not follow the one
/// before. Its form is the snapshot.
struct RoomSummary: Equatable {
    private(set) var sequence: Int64 = 0
    private(set) var time = Int64.min
    private(set) var checksum: UInt64 = 0
    var faultCount: Int64 = 0

    mutating func apply(_ event: Event) {
        if event.sequence != sequence + 1 || event.time < time { faultCount += 1 }
        sequence = event.sequence
        time = event.time
        let signature = event.signature
        let parts = [
            event.sequence, event.time, Self.line(of: event.action),
            Int64(signature?.author ?? 0), signature?.number ?? 0,
        ]
        for part in parts {
            checksum = (checksum ^ UInt64(bitPattern: part)) &* 0x0000_0100_0000_01B3
            checksum ^= checksum >> 29
        }
    }

    static let compact: Compactor = { snapshot, events in
        var summary = RoomSummary(form: snapshot)
        if events.isEmpty && snapshot == nil { summary.faultCount += 1 }
        for event in events { summary.apply(event) }
        return CompactedRoom(
            snapshot: summary.form, tape: tape(of: events),
            clearsTape: events.contains { $0.action == .clearTape })
    }

    /// Each event has a line, which the tape drops when the event is compacted.
    private static func tape(of events: [Event]) -> [TapeEntry] {
        let start = events.lastIndex { $0.action == .clearTape } ?? events.startIndex
        return events[start...].map { event in
            TapeEntry(
                sequence: event.sequence, time: event.time, author: event.signature?.author ?? 0,
                name: [], expression: [], result: nil, isUndone: false)
        }
    }

    /// Tests distinguish events by the recalled line.
    private static func line(of action: Action) -> Int64 {
        if case .recall(let line) = action { line } else { -1 }
    }
}

extension OpenedRoom {
    /// The sequence number of the last event.
    var head: Int64 { events.last?.sequence ?? RoomSummary(form: snapshot).sequence }
}

extension RoomSummary {
    var form: [UInt8] {
        [sequence, time, Int64(bitPattern: checksum), faultCount].flatMap { number in
            (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        }
    }

    /// Empty without a form. A form of the wrong length counts as a fault.
    init(form: [UInt8]?) {
        guard let form else { return }
        guard form.count == 32 else {
            faultCount = 1
            return
        }
        let numbers = (0..<4).map { place in
            (0..<8).reduce(Int64(0)) { $0 | Int64(form[place * 8 + $1]) << ($1 * 8) }
        }
        sequence = numbers[0]
        time = numbers[1]
        checksum = UInt64(bitPattern: numbers[2])
        faultCount = numbers[3]
    }
}
