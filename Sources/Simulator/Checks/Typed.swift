import SharedRoom

/// What a person typed in one page and its copies, and has not been seen in the log yet.
///
/// Everything is to come exactly once and in its order, but for what the person was asked about: that
/// may come or not, or once more.
final class Typed {
    /// Whether a page with actions that nobody had decided was closed for good, or turned away.
    var isAbandoned = false
    /// Whether two pages write it at the same time: then it has no order.
    var isDoubled = false
    private var outstanding: [Said] = []
    /// May come once more than it was typed, or once less.
    private var permits: [Said] = []

    func add(_ said: Said) {
        outstanding.append(said)
    }

    /// The person has answered a question about these; `lost` of the pending actions went with it.
    func wereAsked(_ asked: [Said], lost: Int) {
        permits += asked
        // With a step goes what would have undone it.
        for _ in 0..<max(0, lost - asked.count) { permits += [.undo, .redo] }
    }

    /// Who wanted to enter may only look, or the room was deleted, and they were told. The room may be
    /// another one later.
    func wasGivenUp() {
        permits += outstanding
    }

    /// It was decided, and then the store lost it: if it was not seen, it comes again.
    func mayComeAgain(_ said: Said) {
        permits.append(said)
    }

    /// Why it should not have been decided now.
    func complaint(aboutDecided said: Said) -> String? {
        if outstanding.first == said {
            outstanding.removeFirst()
            return nil
        }
        let place = outstanding.firstIndex(of: said)
        if let place, isDoubled || !permits.isEmpty {
            outstanding.remove(at: place)
            return nil
        }
        if let permit = permits.firstIndex(of: said) {
            permits.remove(at: permit)
            return nil
        }
        if place != nil { return "\(said) was decided before what was typed before it" }
        return "\(said) was decided, but it was not typed, or it was decided before"
    }

    /// What never came although nobody was told, once nothing is on its way any more.
    func takeMissing() -> [Said] {
        defer {
            outstanding = []
            permits = []
        }
        guard !isAbandoned else { return [] }
        return outstanding.filter { said in
            guard let permit = permits.firstIndex(of: said) else { return true }
            permits.remove(at: permit)
            return false
        }
    }
}

/// A pen, by what was sent with it.
final class PenRecord {
    /// Nil for what stands outside: a hand-made client.
    let typed: Typed?
    private var contents: [Int64: Said] = [:]
    /// The largest number that was sent.
    private(set) var last: Int64 = 0

    init(_ typed: Typed?) {
        self.typed = typed
    }

    /// False when the number was sent before and meant something else.
    func sent(_ said: Said, as number: Int64) -> Bool {
        if let known = contents[number], typed != nil { return known == said }
        contents[number] = said
        contents[number - 1_024] = nil
        last = max(last, number)
        return true
    }

    /// What stands outside may say one thing under a number, and then another.
    func hasSent(_ said: Said, as number: Int64) -> Bool {
        contents[number] == said || typed == nil && contents[number] != nil
    }
}
