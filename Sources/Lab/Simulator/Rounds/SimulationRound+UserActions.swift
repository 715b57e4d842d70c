import CalculatorEngine
import RoomClient
import SharedRoom

/// User actions, mostly typing.
extension SimulationRound {
    func performUserAction() {
        guard let client = anyClient else { return addClient() }
        if client.hasEnded { return replaceClient(client) }
        if random.oneIn(3) { client.answerOffer(usesResult: random.oneIn(2)) }
        if settings.has(.manyWantToBeHost), random.oneIn(2) { claimHostRole(client) }
        if settings.has(.peopleSplitBills), random.oneIn(2) { return editBill(client) }
        if settings.has(.hostsAskQuestions), random.oneIn(2) { return playQuestion(client) }
        switch random.next(below: 100) {
        case 0..<70: type(client)
        case 70..<76: client.undo()
        case 76..<79: client.redo()
        case 79..<82: client.act(.keypad(random.element(of: Keypad.allCases)))
        case 82..<84: client.act(.recall(randomEvent(client)))
        case 84: typeExpression(client)
        case 85..<90: client.act(randomBillAction(of: client))
        case 90: client.act(.hand(isUp: random.oneIn(2)))
        case 91: playQuestion(client)
        case 92: client.act(.name(PersonName(random.secret(random.next(below: 8))) ?? .none))
        default: performHostAction(client)
        }
    }

    /// Closes a client whose session ended, and opens a page of a new person.
    private func replaceClient(_ client: ClientHost) {
        world.close(client, forGood: true)
        addClient()
    }

    func type(_ client: ClientHost) {
        let isWild = settings.has(.peopleTypeTooFast) && client.replica.pendingCount < 200
        let count = isWild ? 1 + random.next(below: 80) : 1 + random.next(below: 4)
        for _ in 0..<count { client.press(randomKey) }
    }

    /// Types an expression, mostly after the step that the page shows.
    private func typeExpression(_ client: ClientHost) {
        let keys =
            random.oneIn(8)
            ? Self.keysOfTooMuchWork : (0..<random.next(below: 9)).map { _ in randomKey }
        let shown = client.replica.view.lastStep
        client.act(.type(Typing(keys, after: random.oneIn(4) ? nil : shown)))
    }

    var randomKey: Key {
        switch random.next(below: 20) {
        case 0..<11: .digit(random.element(of: Digit.allCases))
        case 11..<16: random.element(of: Self.operators)
        case 16, 17: .equals
        default: random.element(of: Key.all)
        }
    }

    static let keysOfTooMuchWork = Array(
        repeating: "3 2 4 8 fact =".split(separator: " ").compactMap {
            Key(named: Array($0.utf8))
        }, count: 3
    ).flatMap { $0 }

    private static let operators = ["+", "-", "*", "/"].compactMap { Key(named: Array($0.utf8)) }

    func randomEvent(_ client: ClientHost) -> Int64 {
        let tape = client.replica.confirmed?.tape.lines
        if let line = tape?.first, !random.oneIn(4) { return line.sequence }
        return 1 + Int64(random.next(below: 200))
    }

    var randomParticipant: UInt32 { UInt32(1 + random.next(below: 8)) }
}
