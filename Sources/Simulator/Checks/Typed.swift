import SharedRoom

/// Actions that a person typed in one page and its copies, and that are not in the event log yet.
///
/// Each action must be logged exactly once and in order. There are exceptions: after a question to
/// the person, or a loss of committed events, an action may be missing or logged twice.
final class Typed {
    /// True if a page with pending actions was closed for good or refused.
    var isAbandoned = false
    /// True if two pages write at the same time, so that there is no common order.
    var isDoubled = false
    private var outstanding: [Said] = []
    /// Actions that may be logged one time more or one time less than they were typed.
    private var permits: [Said] = []

    func add(_ said: Said) {
        outstanding.append(said)
    }

    /// Permits deviations for actions that the person was asked about, and for `lost` discarded ones.
    func wereAsked(_ asked: [Said], lost: Int) {
        permits += asked
        // Discarding an action also discards its undo and redo.
        for _ in 0..<max(0, lost - asked.count) { permits += [.undo, .redo] }
    }

    /// Permits all outstanding actions to be missing, after a notice that the room is closed or deleted.
    /// They may still be logged, since the room can be created again.
    func wasGivenUp() {
        permits += outstanding
    }

    /// Permits a second decision on an action whose first one the store lost.
    func mayComeAgain(_ said: Said) {
        permits.append(said)
    }

    /// Removes a decided action. Returns an error text if it should not have been decided now.
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

    /// Removes all actions and returns those that are missing without an exception.
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

/// The actions that were sent with one pen.
final class PenRecord {
    /// Nil for a rogue client.
    let typed: Typed?
    private var contents: [Int64: Said] = [:]
    /// The largest action number sent.
    private(set) var last: Int64 = 0

    init(_ typed: Typed?) {
        self.typed = typed
    }

    /// Records a sent action. Returns false if its number was sent before with another action.
    func sent(_ said: Said, as number: Int64) -> Bool {
        if let known = contents[number], typed != nil { return known == said }
        contents[number] = said
        contents[number - 1_024] = nil
        last = max(last, number)
        return true
    }

    /// True if the action was sent under this number. A rogue client may have sent several.
    func hasSent(_ said: Said, as number: Int64) -> Bool {
        contents[number] == said || typed == nil && contents[number] != nil
    }
}
