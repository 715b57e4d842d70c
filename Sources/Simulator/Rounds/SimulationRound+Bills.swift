import CalculatorEngine
import SharedRoom

/// Actions on a bill.
extension SimulationRound {
    /// Performs several bill actions in a row.
    func editBill(_ client: ClientHost) {
        for _ in 0...random.next(below: 8) { client.act(.bill(randomBillStep(of: client))) }
    }

    func randomBillStep(of client: ClientHost) -> BillStep {
        let item = client.replica.confirmed?.bill.bill.items.last
        let number = item.map { Int64($0.number) } ?? randomEvent(client)
        switch random.next(below: 25) {
        case 0, 1, 2: return .add(randomParticipant)
        case 3: return .addGuest(PersonName(random.secret(4)) ?? .none)
        case 4: return .removePerson(randomParticipant)
        case 5: return .weight(randomParticipant, Int64(random.next(below: 4)))
        case 6: return .paid(randomParticipant, randomAmount)
        case 7:
            return random.oneIn(5)
                ? .scalePercents : .basis(random.element(of: Bill.Basis.allCases))
        case 8, 9: return .amount(randomAmount)
        case 10: return .tax(randomAmount)
        case 11: return .tip(randomAmount)
        case 12: return .tipBase(random.oneIn(2) ? .pretax : .total)
        case 13, 20:
            let sign = PersonName(random.secret(random.oneIn(4) ? 20 : 2)) ?? .none
            return .currency(random.element(of: [.whole, .hundredth, .thousandth]), sign)
        case 14, 15: return .addItem(randomAmount, PersonName(random.secret(3)) ?? .none)
        case 16: return .addOwner(number, randomParticipant)
        case 17: return .dropOwner(number, randomParticipant)
        case 18: return .dropItem(number)
        case 19: return .roundUp(random.oneIn(2))
        case 21, 22: return .settle(randomParticipant, randomParticipant, randomAmount)
        case 23: return .unsettle(client.replica.confirmed?.bill.settled.last?.number ?? 1)
        default: return random.oneIn(6) ? .startOver : .price(number, randomAmount)
        }
    }

    /// Sometimes negative or without cents.
    private var randomAmount: AmountText {
        let sign = random.oneIn(8) ? "-" : ""
        let cents = random.oneIn(3) ? "" : ".\(10 + random.next(below: 90))"
        let text = "\(sign)\(random.next(below: 200))\(cents)"
        guard let amount = AmountText(Array(text.utf8)) else { preconditionFailure(text) }
        return amount
    }
}
