import CalculatorEngine
import RoomClient
import SharedRoom

/// What people do: mostly they type.
extension Storm {
    func somebodyActs() {
        guard let client = anyClient else { return comeIn() }
        if client.hasEnded { return replace(client) }
        if !client.replica.isBoard, fate.oneIn(3) { client.answer(fate.oneIn(2)) }
        if weather.manyWantToBeHost, fate.oneIn(2) { wantToBeHost(client) }
        switch fate.next(below: 100) {
        case 0..<70: type(client)
        case 70..<76: client.undo()
        case 76..<79: client.redo()
        case 79..<82: client.act(.keypad(fate.element(of: Keypad.allCases)))
        case 82..<84: client.act(.recall(someEvent(client)))
        case 84..<90: client.act(.bill(someStep(client)))
        case 90..<92: client.act(.hand(isUp: fate.oneIn(2)))
        case 92: client.act(.name(PersonName(fate.secret(fate.next(below: 8))) ?? .none))
        default: hosts(client)
        }
    }

    /// Whoever was turned away goes, and somebody else comes.
    private func replace(_ client: ClientHost) {
        world.close(client, forGood: true)
        comeIn()
    }

    private func type(_ client: ClientHost) {
        let isWild = weather.typesWildly && client.replica.pendingCount < 200
        let count = isWild ? 1 + fate.next(below: 80) : 1 + fate.next(below: 4)
        for _ in 0..<count { client.press(someKey) }
    }

    private var someKey: Key {
        switch fate.next(below: 20) {
        case 0..<11: .digit(fate.element(of: Digit.allCases))
        case 11..<16: fate.element(of: Self.operators)
        case 16, 17: .equals
        default: fate.element(of: Key.all)
        }
    }

    private static let operators = ["+", "-", "*", "/"].compactMap { Key(named: Array($0.utf8)) }

    private func someEvent(_ client: ClientHost) -> Int64 {
        let tape = client.replica.confirmed?.tape.lines
        if let line = tape?.first, !fate.oneIn(4) { return line.sequence }
        return 1 + Int64(fate.next(below: 200))
    }

    private var somebody: UInt32 { UInt32(1 + fate.next(below: 8)) }

    /// What only hosts may do, whoever it is that tries.
    private func hosts(_ client: ClientHost) {
        switch fate.next(below: 24) {
        case 0..<5: client.act(.lock(!fate.oneIn(3)))
        case 5..<8: client.act(.grant(somebody))
        case 8..<10: client.act(.revoke(somebody))
        case 10: client.act(.door(isOpen: !fate.oneIn(3)))
        case 11: shutTheDoor(client)
        case 12: client.act(.host(somebody))
        case 13: client.act(.hostLink(link))
        case 14: client.act(.useLink(link))
        case 15: client.act(.remove(somebody))
        case 16: client.act(.clearTape)
        case 17 where weather.endsRooms: client.act(.startOver)
        case 18 where weather.endsRooms: client.act(.close)
        case 19 where weather.endsRooms && fate.oneIn(4): client.act(.delete)
        default: client.act(.lock(false))
        }
    }

    /// A host leaves a link, and somebody takes it.
    private func wantToBeHost(_ client: ClientHost) {
        let link = link
        let host = world.clients.first { host in
            host.replica.you.flatMap { host.replica.confirmed?.people[$0] }?.isHost == true
        }
        host?.act(.hostLink(link))
        world.later(fate.milliseconds(0...500)) { client.act(.useLink(link)) }
    }

    /// Somebody is just coming in.
    private func shutTheDoor(_ client: ClientHost) {
        if hasRoomForMore { comeIn() }
        world.later(fate.milliseconds(0...200)) { client.act(.door(isOpen: false)) }
        world.later(1_000) { client.act(.door(isOpen: true)) }
    }

    private var link: Secret { World.secret("link\(fate.next(below: 2))") }

    private func someStep(_ client: ClientHost) -> BillStep {
        let item = client.replica.confirmed?.bill.bill.items.last
        let number = item.map { Int64($0.number) } ?? someEvent(client)
        switch fate.next(below: 16) {
        case 0, 1, 2: return .add(somebody)
        case 3: return .addGuest(PersonName(fate.secret(4)) ?? .none)
        case 4: return .take(somebody)
        case 5: return .weight(somebody, Int64(fate.next(below: 4)))
        case 6: return .paid(somebody, amount)
        case 7: return .basis(fate.oneIn(2) ? .amount : .items)
        case 8, 9: return .amount(amount)
        case 10: return .tax(amount)
        case 11: return .tip(amount)
        case 12, 13: return .addItem(amount)
        case 14: return .addOwner(number, somebody)
        default: return fate.oneIn(6) ? .startOver : .price(number, amount)
        }
    }

    private var amount: AmountText {
        let text = "\(fate.next(below: 200)).\(10 + fate.next(below: 90))"
        guard let amount = AmountText(Array(text.utf8)) else { preconditionFailure(text) }
        return amount
    }
}
