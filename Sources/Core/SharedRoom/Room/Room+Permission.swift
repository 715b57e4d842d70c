extension Room {
    /// The reason why the author may not do this in the room's current state; nil if permitted.
    func denial(of action: Action, by author: UInt32) -> VoidReason? {
        if status == .closed, !action.has(.whenClosed) { return .closed }
        if action.has(.keypad) { return mayPress(author) ? nil : .locked }
        if case .revoke(let number) = action, number == author { return nil }
        return action.has(people.isHost(author) ? .noHost : .host) ? .host : nil
    }

    /// True if the participant's keys have an effect.
    public func mayPress(_ number: UInt32) -> Bool {
        guard status == .open, let place = people.index(of: number) else { return false }
        return !isLocked || people.all[place].isHost || people.all[place].hasKeypad
    }
}
