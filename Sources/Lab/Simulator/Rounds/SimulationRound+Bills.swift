import CalculatorEngine
import SharedRoom

/// Actions on bills.
extension SimulationRound {
    /// Performs several bill actions in a row.
    func editBill(_ client: ClientHost) {
        for _ in 0...random.next(below: 8) { client.act(randomBillAction(of: client)) }
    }

    func randomBillAction(of client: ClientHost) -> Action {
        let bills = client.replica.confirmed?.bills ?? RoomBills()
        let bill = random.element(of: bills.all)
        let number = random.oneIn(30) ? randomEvent(client) : bill.number
        switch random.next(below: 10) {
        case 0, 1: return .undo(bills.history.last?.signature ?? randomStep)
        case 2: return .redo(bills.history.lastUndone?.signature ?? randomStep)
        default: return .bill(randomBillStep(of: client, bill, in: bills), in: number)
        }
    }

    private func randomBillStep(
        of client: ClientHost, _ bill: RoomBill, in bills: RoomBills
    ) -> BillStep {
        let number = bill.bill.items.last.map { Int64($0.number) } ?? randomEvent(client)
        switch random.next(below: 28) {
        case 0, 1, 2: return .add(randomParticipant)
        case 3: return .addGuest(randomName(4))
        case 4: return .removePerson(randomParticipant)
        case 5: return .weight(randomParticipant, Int64(random.next(below: 4)))
        case 6: return .paid(randomParticipant, randomAmount)
        case 7: return .basis(random.element(of: Bill.Basis.allCases))
        case 8, 9: return .amount(randomAmount)
        case 10: return .tax(randomAmount)
        case 11: return .tip(randomAmount)
        case 12: return .tipBase(random.oneIn(2) ? .pretax : .total)
        case 13:
            return .currency(
                random.element(of: [.whole, .hundredth, .thousandth]),
                randomName(random.oneIn(4) ? 20 : 2))
        case 14, 15: return .addItem(randomAmount, randomName(3))
        case 16: return .addOwner(number, randomParticipant)
        case 17: return .dropOwner(number, randomParticipant)
        case 18: return .dropItem(number)
        case 19: return .roundUp(random.oneIn(2))
        case 20: return random.oneIn(2) ? .scalePercents : .shareOpen
        case 21, 22: return .settle(randomParticipant, randomParticipant, randomAmount)
        case 23: return .unsettle(bills.settled.last?.number ?? 1)
        case 24: return .title(randomName(5))
        case 25: return random.oneIn(3) ? .new : .removeBill
        default: return random.oneIn(6) ? .startOver : .price(number, randomAmount)
        }
    }

    private var randomStep: Signature { Signature(author: randomParticipant, pen: 0, number: 1) }

    private func randomName(_ count: Int) -> PersonName {
        PersonName(random.secret(count)) ?? .none
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
