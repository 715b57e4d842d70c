import CalculatorEngine
import RoomClient
import SharedRoom

/// User actions, mostly typing.
extension Storm {
    func somebodyActs() {
        guard let client = anyClient else { return comeIn() }
        if client.hasEnded { return replace(client) }
        if !client.replica.showsViews, fate.oneIn(3) { client.answer(fate.oneIn(2)) }
        if weather.manyWantToBeHost, fate.oneIn(2) { wantToBeHost(client) }
        if weather.splitsBills, fate.oneIn(2) { return workOnTheBill(client) }
        switch fate.next(below: 100) {
        case 0..<70: type(client)
        case 70..<76: client.undo()
        case 76..<79: client.redo()
        case 79..<82: client.act(.keypad(fate.element(of: Keypad.allCases)))
        case 82..<84: client.act(.recall(someEvent(client)))
        case 84..<90: client.act(.bill(someStep(of: client)))
        case 90..<92: client.act(.hand(isUp: fate.oneIn(2)))
        case 92: client.act(.name(PersonName(fate.secret(fate.next(below: 8))) ?? .none))
        default: hosts(client)
        }
    }

    /// Replaces a client whose session ended by a new one.
    private func replace(_ client: ClientHost) {
        world.close(client, forGood: true)
        comeIn()
    }

    func type(_ client: ClientHost) {
        let isWild = weather.typesWildly && client.replica.pendingCount < 200
        let count = isWild ? 1 + fate.next(below: 80) : 1 + fate.next(below: 4)
        for _ in 0..<count { client.press(someKey) }
    }

    var someKey: Key {
        switch fate.next(below: 20) {
        case 0..<11: .digit(fate.element(of: Digit.allCases))
        case 11..<16: fate.element(of: Self.operators)
        case 16, 17: .equals
        default: fate.element(of: Key.all)
        }
    }

    private static let operators = ["+", "-", "*", "/"].compactMap { Key(named: Array($0.utf8)) }

    func someEvent(_ client: ClientHost) -> Int64 {
        let tape = client.replica.confirmed?.tape.lines
        if let line = tape?.first, !fate.oneIn(4) { return line.sequence }
        return 1 + Int64(fate.next(below: 200))
    }

    var somebody: UInt32 { UInt32(1 + fate.next(below: 8)) }
}
