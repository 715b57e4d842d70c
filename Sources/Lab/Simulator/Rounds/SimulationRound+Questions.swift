import CalculatorEngine
import SharedRoom

/// Questions: mostly what can happen next, and often something else.
extension SimulationRound {
    func playQuestion(_ anybody: ClientHost) {
        let asked = anybody.replica.predicted.question
        let number = random.oneIn(12) ? randomEvent(anybody) : asked?.number ?? 1
        let isHost = anybody.replica.view.isHost
        if random.oneIn(4) { return performAnyQuestionAction(anybody, number) }
        guard let asked else { return (isHost ? anybody : host(of: anybody.room))?.act(ask) ?? () }
        guard isHost else { return handIn(anybody, number) }
        guard random.oneIn(5) else { return }
        switch asked.stage {
        case .open: anybody.act(.closeQuestion(number))
        case .closed: anybody.act(.reveal(number, names: random.oneIn(2)))
        case .revealed, .revealedWithNames:
            anybody.act(
                random.oneIn(2)
                    ? .endQuestion(number) : .showAnswer(number, of: randomParticipant))
        }
    }

    private func performAnyQuestionAction(_ client: ClientHost, _ number: Int64) {
        switch random.next(below: 6) {
        case 0: client.act(ask)
        case 1: client.act(.closeQuestion(number))
        case 2: client.act(.reveal(number, names: random.oneIn(2)))
        case 3: client.act(.endQuestion(number))
        case 4: client.act(.showAnswer(number, of: randomParticipant))
        default: handIn(client, number)
        }
    }

    private var ask: Action {
        let text = QuestionText(random.secret(random.next(below: 12))) ?? .none
        return .ask(Asking(text, on: random.element(of: Keypad.allCases)))
    }

    private func handIn(_ client: ClientHost, _ number: Int64) {
        let keys =
            random.oneIn(8)
            ? Self.keysOfTooMuchWork : (0...random.next(below: 9)).map { _ in randomKey }
        client.act(.answer(Answering(number, keys: keys)))
    }
}
