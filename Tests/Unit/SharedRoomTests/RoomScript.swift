import CalculatorEngine
import ExactNumbers
import Testing

@testable import SharedRoom

extension Room {
    /// The first bill.
    var bill: RoomBill { bills.all[0] }
}

/// A room to which a test applies one event after another.
struct RoomScript {
    var room = Room()
    private(set) var log: [Event] = []
    /// The last action number of each pen that a test has used.
    private var counts: [Pen: Int64] = [:]

    struct Pen: Hashable {
        var author: UInt32
        var number: UInt32 = 0
    }

    init(_ keypad: Keypad = .standard, isLocked: Bool = false, people: Int = 1) {
        let salt = Fingerprint(high: 1, low: 2)
        append(Draft(.make(RoomSetup(keypad: keypad, isLocked: isLocked, salt: salt))))
        for _ in 0..<people { enter() }
    }

    @discardableResult
    mutating func append(_ draft: Draft, at time: Int64? = nil) -> Outcome {
        let event = Event(
            sequence: room.sequence + 1, time: time ?? min(room.time + 1, RoomLimits.numberMax),
            draft: draft)
        log.append(event)
        return room.apply(event)
    }

    @discardableResult
    mutating func enter(
        _ identity: UInt64? = nil, pen: UInt64 = 1, name: String = "", replaces: Int64 = 0
    ) -> Verdict {
        let low = identity ?? UInt64(room.nextNumber)
        let name = PersonName(Array(name.utf8)) ?? .none
        let entrance = Entrance(
            identity: Fingerprint(high: 7, low: low), pen: pen, name: name, replaces: replaces)
        return append(Draft(.enter(entrance))).verdict
    }

    /// The signature of the next action of this pen.
    mutating func sign(_ author: UInt32, pen: UInt32 = 0) -> Signature {
        let pen = Pen(author: author, number: pen)
        let last = room.people[author]?.pen(number: pen.number)?.last
        let count = min((last ?? counts[pen] ?? 0) + 1, RoomLimits.numberMax)
        counts[pen] = count
        return Signature(author: author, pen: pen.number, number: count)
    }

    @discardableResult
    mutating func act(_ action: Action, by author: UInt32 = 1, pen: UInt32 = 0) -> Verdict {
        append(Draft(action, signature: sign(author, pen: pen))).verdict
    }

    /// Presses keys by their names, which are separated by spaces: `1 2 + 3` is four keys.
    mutating func press(_ keys: String, by author: UInt32 = 1) {
        for name in keys.split(separator: " ") {
            guard let key = Key(named: Array(name.utf8)) else {
                Issue.record("no key \(name)")
                continue
            }
            act(.press(key), by: author)
        }
    }

    /// Types keys as one step, after the last one unless another is given.
    @discardableResult
    mutating func type(_ keys: String, after last: Signature?? = nil) -> Verdict {
        let keys = keys.split(separator: " ").compactMap { Key(named: Array($0.utf8)) }
        return act(.type(Typing(keys, after: last ?? room.history.last?.signature)))
    }

    /// The signature for an undo or redo without a step.
    private static let unknown = Signature(author: 1, pen: 0, number: 1)

    /// Undoes the last step of the bills.
    @discardableResult
    mutating func undoBills() -> Verdict {
        act(.undo(room.bills.history.last?.signature ?? Self.unknown))
    }

    @discardableResult
    mutating func redoBills() -> Verdict {
        act(.redo(room.bills.history.lastUndone?.signature ?? Self.unknown))
    }

    /// Undoes the last step of any participant.
    @discardableResult
    mutating func undo(by author: UInt32 = 1) -> Verdict {
        act(.undo(room.history.last?.signature ?? Self.unknown), by: author)
    }

    @discardableResult
    mutating func redo(by author: UInt32 = 1) -> Verdict {
        act(.redo(room.history.lastUndone?.signature ?? Self.unknown), by: author)
    }

    var display: String { String(decoding: room.calculator.display.main.text, as: UTF8.self) }
    var expression: String { String(decoding: room.calculator.display.expression, as: UTF8.self) }
    var tape: [String] {
        (0..<room.tape.lines.count).map { index in
            let calculation = room.tape.lines[index].calculation
            let expression = String(decoding: calculation.expression, as: UTF8.self)
            switch calculation.outcome {
            case .number(_, let text):
                return expression + " = " + String(decoding: text, as: UTF8.self)
            case .error(let error): return expression + " = error:\(error.name)"
            case .unfinished: return expression
            }
        }
    }
}

extension PersonName {
    var text: String { String(decoding: bytes, as: UTF8.self) }

    static func text(_ text: String) -> PersonName {
        guard let name = PersonName(Array(text.utf8)) else { preconditionFailure(text) }
        return name
    }
}

extension AmountText {
    static func text(_ text: String) -> AmountText {
        guard let amount = AmountText(Array(text.utf8)) else { preconditionFailure(text) }
        return amount
    }
}
