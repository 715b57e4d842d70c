import CalculatorEngine
import SharedRoom

/// Actions on a bill.
extension Storm {
    /// Performs several bill actions in a row.
    func workOnTheBill(_ client: ClientHost) {
        for _ in 0...fate.next(below: 8) { client.act(.bill(someStep(of: client))) }
    }

    func someStep(of client: ClientHost) -> BillStep {
        let item = client.replica.confirmed?.bill.bill.items.last
        let number = item.map { Int64($0.number) } ?? someEvent(client)
        switch fate.next(below: 25) {
        case 0, 1, 2: return .add(somebody)
        case 3: return .addGuest(PersonName(fate.secret(4)) ?? .none)
        case 4: return .take(somebody)
        case 5: return .weight(somebody, Int64(fate.next(below: 4)))
        case 6: return .paid(somebody, amount)
        case 7: return .basis(fate.element(of: Bill.Basis.allCases))
        case 8, 9: return .amount(amount)
        case 10: return .tax(amount)
        case 11: return .tip(amount)
        case 12: return .tipBase(fate.oneIn(2) ? .pretax : .total)
        case 13: return .unit(fate.element(of: [.whole, .hundredth, .thousandth]))
        case 14, 15: return .addItem(amount, PersonName(fate.secret(3)) ?? .none)
        case 16: return .addOwner(number, somebody)
        case 17: return .dropOwner(number, somebody)
        case 18: return .dropItem(number)
        case 19: return .roundUp(fate.oneIn(2))
        case 20: return .sign(PersonName(fate.secret(fate.oneIn(4) ? 20 : 2)) ?? .none)
        case 21, 22: return .settle(somebody, somebody, amount)
        case 23: return .unsettle(client.replica.confirmed?.bill.settled.last?.number ?? 1)
        default: return fate.oneIn(6) ? .startOver : .price(number, amount)
        }
    }

    /// A random amount, sometimes negative or without cents.
    private var amount: AmountText {
        let sign = fate.oneIn(8) ? "-" : ""
        let cents = fate.oneIn(3) ? "" : ".\(10 + fate.next(below: 90))"
        let text = "\(sign)\(fate.next(below: 200))\(cents)"
        guard let amount = AmountText(Array(text.utf8)) else { preconditionFailure(text) }
        return amount
    }
}
