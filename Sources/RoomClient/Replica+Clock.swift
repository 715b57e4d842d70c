/// A device's clock, which somebody may set back while the page waits for something.
extension Replica {
    /// Begins every call. All times that are kept go back with the clock, so that what was waited for
    /// comes as soon as it would have.
    func keepTime(_ now: Int64) {
        // The page opens its first connection without a word.
        if lastTime == nil, case .away = link { link = .away(until: now) }
        let change = min(0, now - (lastTime ?? now))
        lastTime = now
        guard change < 0 else { return }
        heard = heard.map { $0 + change }
        wakeDue = wakeDue.map { $0 + change }
        switch link {
        case .away(let until): link = .away(until: until + change)
        case .joining(let since): link = .joining(since: since + change)
        case .joined(let session): link = .joined(session.moved(by: change))
        case .ended: break
        }
    }
}

extension Session {
    fileprivate func moved(by change: Int64) -> Session {
        var session = self
        session.asked += change
        session.hold?.until += change
        return session
    }
}
