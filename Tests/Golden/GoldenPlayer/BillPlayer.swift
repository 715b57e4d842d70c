import CalculatorEngine
import ExactNumbers
import RoomClient
import SharedRoom

/// Applies a history of bill steps, separated by tabs, in a room of three participants. Each step is the value of the
/// action `bill`, or `undo` or `redo` for the last step. Only the oracle uses it.
struct BillPlayer {
    private var room = Room()
    private var count: Int64 = 0

    /// One JSON list for each step: its verdict, the bills and the debts, in thousandths.
    static func states(after line: [UInt8]) -> [UInt8] {
        var player = BillPlayer()
        player.begin()
        var writer = JSONWriter(capacity: 1_024)
        writer.beginList()
        for step in line.split(separator: UInt8(ascii: "\t")) {
            player.play(Array(step), to: &writer)
        }
        writer.endList()
        return writer.bytes
    }

    /// The page's sheet after the last step.
    static func sheet(after line: [UInt8]) -> [UInt8] {
        var player = BillPlayer()
        player.begin()
        for step in line.split(separator: UInt8(ascii: "\t")) { player.play(Array(step)) }
        return BillSheet(player.room.bills, showing: 0).json
    }

    private mutating func begin() {
        let salt = Fingerprint(high: 1, low: 2)
        apply(Draft(.make(RoomSetup(keypad: .standard, salt: salt))))
        for number in 1...3 as ClosedRange<UInt64> {
            let entrance = Entrance(
                identity: Fingerprint(high: 7, low: number), pen: 1, name: .none)
            apply(Draft(.enter(entrance)))
        }
    }

    @discardableResult
    private mutating func apply(_ draft: Draft) -> Verdict {
        room.apply(Event(sequence: room.sequence + 1, time: 1, draft: draft)).verdict
    }

    /// Returns nil for text that is no step.
    @discardableResult
    private mutating func play(_ step: [UInt8]) -> Verdict? {
        count += 1
        guard let action = action(of: step) else { return nil }
        return apply(Draft(action, signature: Signature(author: 1, pen: 0, number: count)))
    }

    private mutating func play(_ step: [UInt8], to writer: inout JSONWriter) {
        writer.beginList()
        switch play(step) {
        case .applied: writer.string("taken")
        case .void(let reason): writer.string(reason.name)
        case nil: writer.string("no step")
        }
        for bill in room.bills.all { Self.write(bill, to: &writer) }
        writeDebts(to: &writer)
        writer.endList()
    }

    private func action(of step: [UInt8]) -> Action? {
        let none = Signature(author: 1, pen: 0, number: RoomLimits.numberMax)
        if step == Array("undo".utf8) {
            return .undo(room.bills.history.last?.signature ?? none)
        }
        if step == Array("redo".utf8) {
            return .redo(room.bills.history.lastUndone?.signature ?? none)
        }
        let frame = Array(#"{"n":1,"bill":"#.utf8) + step + Array("}".utf8)
        guard
            case .act(_, let actions)? = try? ClientMessage.decode(frame),
            case .plain(let action) = actions[0]
        else { return nil }
        return action
    }

    /// `[number,decimals,basis,amount,tax,tip,tips before tax,rounds up,people,items,split]`
    private static func write(_ room: RoomBill, to writer: inout JSONWriter) {
        let bill = room.bill.rounded
        writer.beginList()
        let numbers: [Int64] = [
            room.number, Int64(bill.unit.decimals), Int64(bill.basis.rawValue), bill.amount,
            bill.tax, bill.tip.tenThousandths, bill.tipBase == .pretax ? 1 : 0,
            bill.roundsUp ? 1 : 0,
        ]
        for number in numbers { writer.signed(number) }
        writer.beginList()
        for person in bill.people {
            writer.numbers([Int64(person.number), person.weight, person.paid])
        }
        writer.endList()
        writer.beginList()
        for item in bill.items {
            writer.beginList()
            writer.signed(Int64(item.number))
            writer.signed(item.amount)
            writer.numbers(item.owners.map { Int64($0) })
            writer.endList()
        }
        writer.endList()
        if let split = try? room.bill.split() {
            let shares = split.shares.map { $0.amount }
            writer.numbers([split.tip, split.total, split.unassigned] + shares)
        } else {
            writer.numbers([])
        }
        writer.endList()
    }

    /// `[decimals,from,to,amount]`; 0 for the till and −1 for the unassigned part.
    private func writeDebts(to writer: inout JSONWriter) {
        writer.beginList()
        var seen: [RoomBill] = []
        for bill in room.bills.all where !seen.contains(where: { $0.hasCurrency(of: bill) }) {
            seen.append(bill)
            for debt in room.bills.settlement(inCurrencyOf: bill).transfers {
                writer.numbers([
                    Int64(bill.bill.unit.decimals), Self.number(debt.from), Self.number(debt.to),
                    debt.amount,
                ])
            }
        }
        writer.endList()
    }

    private static func number(_ party: BillSettlement.Party) -> Int64 {
        switch party {
        case .person(let number): Int64(number)
        case .till: 0
        case .unassigned: -1
        }
    }
}

extension JSONWriter {
    fileprivate mutating func numbers(_ numbers: [Int64]) {
        beginList()
        for one in numbers { signed(one) }
        endList()
    }

    /// The wire has no negative numbers, so the writer has none.
    fileprivate mutating func signed(_ value: Int64) {
        separate()
        if value < 0 { append("-") }
        append(Natural(value.magnitude).decimalDigits)
    }
}
