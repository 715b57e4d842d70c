import CalculatorEngine
import SharedRoom

/// One life of a room as the store has it, beside which everybody's view of it is held.
final class RoomRecord {
    struct Entry {
        let event: Event
        let hash: UInt64
        /// What a client without an engine is shown then, where somebody needs it.
        let view: RoomView?
        /// What was shown to somebody then.
        var display: Display?
    }

    let name: RoomName
    let epoch: UInt64
    private(set) var room = Room()
    private var referee = Referee()
    private var entries: [Entry] = []
    /// The last event that anybody was shown as confirmed.
    var shown: Int64 = 0

    /// Entries that are kept at least.
    private static let keptMin = 4_096

    init(_ name: RoomName, epoch: UInt64) {
        self.name = name
        self.epoch = epoch
    }

    var head: Int64 { room.sequence }
    private var first: Int64 { head - Int64(entries.count) + 1 }

    subscript(sequence: Int64) -> Entry? {
        guard sequence >= first, sequence <= head else { return nil }
        return entries[Int(sequence - first)]
    }

    func entries(after sequence: Int64) -> ArraySlice<Entry> {
        entries[min(entries.count, max(0, Int(sequence + 1 - first)))...]
    }

    func wasShown(_ display: Display, at sequence: Int64) {
        guard sequence >= first, sequence <= head else { return }
        entries[Int(sequence - first)].display = display
    }

    /// A record that begins in the middle: what came before is nobody's concern any more.
    func begin(with opened: OpenedRoom, needsView: Bool) {
        if let form = opened.snapshot, let room = try? Room(form: form) {
            self.room = room
            referee = Referee(of: room)
        }
        for event in opened.events { _ = append(event, needsView: needsView) }
    }

    /// The store has taken an event. Tells whether it moved its pen, and what is wrong with it.
    func append(_ event: Event, needsView: Bool) -> (verdict: Verdict, isDecided: Bool, Failure?) {
        let billBefore = room.bill
        let verdict = room.apply(event).verdict
        let ruling = referee.rule(on: event)
        if verdict == .taken { referee.took(event) }
        entries.append(
            Entry(event: event, hash: room.hash, view: needsView ? room.view : nil))
        if entries.count > 2 * Self.keptMin { entries.removeFirst(Self.keptMin) }
        let failure =
            Self.control(verdict, ruling, event)
            ?? (room.bill == billBefore ? nil : Self.cents(of: room.bill.bill, event))
        return (verdict, referee.wasDecided, failure)
    }

    /// P10
    private static func control(
        _ verdict: Verdict, _ ruling: Referee.Ruling, _ event: Event
    ) -> Failure? {
        let isRight =
            switch (ruling, verdict) {
            case (.void(let expected), .void(let reason)): expected == reason
            case (.taken, .taken), (.allowed, .taken): true
            case (.allowed, .void(let reason)): contentReasons.contains(reason)
            case (.taken, .void), (.void, .taken): false
            }
        if isRight { return nil }
        return Failure(promise: .control, text: "\(event) came out as \(verdict), not \(ruling)")
    }

    private static let contentReasons: [VoidReason] = [
        .step, .nobody, .line, .link, .bill, .full,
    ]

    /// P12: the shares add up to what the bill comes to, worked out a second time.
    private static func cents(of bill: Bill, _ event: Event) -> Failure? {
        guard let split = try? bill.split() else { return nil }
        let sum = split.shares.reduce(split.unassigned) { $0 + $1.amount }
        let items = bill.items.reduce(0) { $0 + $1.amount }
        let pretax = bill.basis == .items ? items : bill.amount - bill.tax
        let tipped = bill.tipBase == .pretax ? pretax : pretax + bill.tax
        let tip = rounded(Int128(tipped) * Int128(bill.tip.tenThousandths), per: 1_000_000)
        let total = Int128(pretax + bill.tax) + tip
        guard Int128(sum) == total, Int128(split.total) == total else {
            return Failure(
                promise: .cent,
                text: "after \(event) the shares add up to \(sum), and the bill to \(total)")
        }
        return nil
    }

    /// Halves go away from zero.
    private static func rounded(_ number: Int128, per unit: Int128) -> Int128 {
        let magnitude = Int128(number.magnitude)
        return (magnitude + unit / 2) / unit * number.signum()
    }

    /// What a store hands out begins where its snapshot ends, and leads to everything that was shown.
    func failure(replaying snapshot: [UInt8]?, _ events: [Event]) -> Failure? {
        guard var copy = snapshot.map({ try? Room(form: $0) }) ?? Room() else {
            return Failure(promise: .replay, text: "a snapshot that is no room")
        }
        for event in events {
            _ = copy.apply(event)
            guard let entry = self[copy.sequence] else { continue }
            if entry.event != event {
                return Failure(
                    promise: .order, text: "\(event) stands in the place of \(entry.event)")
            }
            if let shown = entry.display, shown != copy.calculator.display {
                return Failure(
                    promise: .replay, text: "after event \(copy.sequence) something else was shown")
            }
        }
        if let entry = self[copy.sequence], entry.hash != copy.hash {
            return Failure(promise: .replay, text: "event \(copy.sequence) leads elsewhere")
        }
        return nil
    }
}

extension Room {
    /// What a client without an engine is to be shown.
    fileprivate var view: RoomView {
        let display = calculator.display
        return RoomView(
            keypad: calculator.keypad, display: display.main.text, expression: display.expression,
            isLocked: isLocked)
    }
}

extension OpenedRoom {
    /// The number of the last event that is kept.
    var head: Int64 {
        if let last = events.last { return last.sequence }
        return snapshot.flatMap { try? Room(form: $0) }?.sequence ?? 0
    }
}
