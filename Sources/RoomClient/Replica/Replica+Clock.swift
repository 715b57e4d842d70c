/// The device's clock, which may be set back at any time.
extension Replica {
    /// Sets the current time; the first step of every call. If the clock was set back, all stored times move
    /// back with it, so that timeouts keep their remaining duration.
    func advanceClock(to now: Int64) {
        // The page opens the first connection without calling the replica.
        if lastCallTime == nil, case .away = connection { connection = .away(until: now) }
        let change = min(0, now - (lastCallTime ?? now))
        lastCallTime = now
        guard change < 0 else { return }
        lastHeard += change
        wakeDue = wakeDue.map { $0 + change }
        switch connection {
        case .away(let until): connection = .away(until: until + change)
        case .joining(let since): connection = .joining(since: since + change)
        case .joined(let session): connection = .joined(session.moved(by: change))
        case .ended: break
        }
    }
}

extension ClientSession {
    fileprivate func moved(by change: Int64) -> ClientSession {
        var session = self
        session.lastAliveSent += change
        session.hold?.until += change
        return session
    }
}
