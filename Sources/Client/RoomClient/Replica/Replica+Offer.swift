import CalculatorEngine
import SharedRoom

/// Actions that left the queue because they must not be sent any more, and the result that the person saw.
public struct Offer: Equatable {
    public let actions: [ClientAction]
    /// The main line of the display after the actions.
    public let result: [UInt8]
    /// True if the room may have decided the actions, or may decide them for a copy of the page.
    public let isUnsure: Bool
}

/// An action of this client whose decision the client missed, and the display that the person saw after it.
struct ExpectedOutcome {
    let id: Int64
    let display: [UInt8]
}

/// Withdrawing actions.
///
/// Keys that were typed without a connection mean something only on the calculator that their author saw. If
/// somebody else has changed it in between, they are offered with their result instead of being sent. The same
/// holds for keys that a fresh pen would repeat although the room may have decided them.
extension Replica {
    /// Withdraws unsure actions and, if others changed the calculator, calculator actions that were never sent.
    /// Returns the index of the first one. Later calculator actions build on a withdrawn one, so they go with it.
    func withdraw(seenBy calculator: Calculator, othersActed: Bool) -> Int? {
        let first =
            pending.indices.first { index in
                let isUnsent = othersActed && index >= pen.everSentCount
                return (isUnsent || pending[index].isUnsure) && changesCalculator(index)
            } ?? pending.count
        // A fresh pen repeats later actions.
        markSaved(from: first)
        var rest: [PendingAction] = []
        var (offered, unsure): ([ClientAction], [ClientAction]) = ([], [])
        var (keptCount, isUnsure) = (0, false)
        for index in pending.indices {
            if index >= first, changesCalculator(index) {
                offered.append(action(at: index))
                isUnsure = isUnsure || pending[index].isUnsure
            } else if pending[index].isUnsure {
                unsure.append(action(at: index))
            } else {
                if rest.count == index { keptCount += 1 }
                rest.append(pending[index])
            }
        }
        guard rest.count < pending.count else { return nil }
        pending = rest
        isSaveDue = true
        if !unsure.isEmpty { notice(.unsure(unsure)) }
        if !offered.isEmpty {
            let result = calculator.display.main.text
            if offers.count == ClientLimits.offersMax { offers.removeFirst() }
            offers.append(Offer(actions: offered, result: result, isUnsure: isUnsure))
            changes.insert(.offer)
        }
        return keptCount
    }

    /// Marks pending actions: the room may have decided them.
    func markUnsure(_ indices: Range<Int>) {
        for index in indices.clamped(to: pending.indices) { pending[index].isUnsure = true }
    }

    private func changesCalculator(_ index: Int) -> Bool {
        switch pending[index].action {
        case .plain(.undo(let signature)), .plain(.redo(let signature)):
            guard let step = pending[index].step else {
                return confirmed?.bills.history.has(signature) != true
            }
            return pending.firstIndex { $0.id == step }.map(changesCalculator) ?? true
        case .plain(let action): return action.has(.keypad) && action.has(.display)
        case .hostLink, .useLink: return false
        }
    }
}

/// Noticing other outcomes.
extension Replica {
    /// Remembers what the person saw after the last calculator action that was sent and is not decided.
    func expectOutcome() {
        guard expectedOutcome == nil, hasRoom,
            let last = pending.indices.prefix(pen.everSentCount).last(where: changesCalculator)
        else { return }
        let all = pending
        pending.removeLast(pending.count - 1 - last)
        if pending.count < all.count { rebuild() }
        expectedOutcome = ExpectedOutcome(
            id: all[last].id, display: predicted.calculator.display.main.text)
        pending = all
        if last + 1 < all.count { rebuild() }
    }

    /// Compares the outcome of the first pending action, which the room has just decided.
    func compareOutcome(_ verdict: Verdict) {
        guard let expected = expectedOutcome, pending.first?.id == expected.id else { return }
        expectedOutcome = nil
        if let confirmed, verdict == .applied { compare(confirmed.calculator, with: expected) }
    }

    /// Compares the outcome of one of the first pending actions, which the room decided before its snapshot.
    func compareOutcome(amongFirst count: Int) {
        guard let expected = expectedOutcome, let predictedPen,
            let index = pending.indices.prefix(count).first(where: { pending[$0].id == expected.id }
            )
        else { return }
        expectedOutcome = nil
        let calculator = confirmed?.calculator(after: predictedPen.signature(at: index))
        if let calculator { compare(calculator, with: expected) }
    }

    private func compare(_ calculator: Calculator, with expected: ExpectedOutcome) {
        let display = calculator.display.main.text
        guard display != expected.display else { return }
        let last = confirmed?.history.last?.signature
        notice(
            .otherOutcome(
                expected: expected.display, display, of: last?.author == you ? last : nil))
    }
}
