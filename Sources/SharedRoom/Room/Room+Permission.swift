extension Room {
    /// The permission that an action requires of its author.
    enum Permission {
        case nothing
        /// The keypad is unlocked, or the author has it.
        case keypad
        case host
        /// The author is not a host.
        case noHost
        /// The author is a host or the participant concerned.
        case hostOrOneself(UInt32)
    }

    /// The reason why the author may not do this in the room's current state; nil if permitted.
    func denial(of action: Action, by author: UInt32) -> VoidReason? {
        if status == .closed && !action.isAllowedInClosedRoom { return .closed }
        switch action.requiredPermission {
        case .nothing: return nil
        case .keypad: return mayPress(author) ? nil : .locked
        case .host: return people.isHost(author) ? nil : .host
        case .noHost: return people.isHost(author) ? .host : nil
        case .hostOrOneself(let number):
            return author == number || people.isHost(author) ? nil : .host
        }
    }

    /// True if the participant's keys have an effect.
    public func mayPress(_ number: UInt32) -> Bool {
        guard status == .open, let place = people.index(of: number) else { return false }
        return !isLocked || people.all[place].isHost || people.all[place].hasKeypad
    }
}

extension Action {
    /// True if only participants who may press can do this.
    public var needsKeypad: Bool {
        switch requiredPermission {
        case .keypad: true
        case .nothing, .host, .noHost, .hostOrOneself: false
        }
    }

    /// True if people who could read the room's documents may lose that right.
    var changesReadToken: Bool {
        switch self {
        case .remove, .removeAndRewind, .startOver, .door(isOpen: false),
            .spectators(areAdmitted: false):
            true
        case .make, .enter, .press, .undo, .redo, .keypad, .recall, .type, .name, .hand, .lock,
            .door(isOpen: true), .spectators(areAdmitted: true), .names, .show, .grant, .revoke,
            .host, .hostLink, .useLink,
            .clearTape, .restoreTape, .close, .open, .delete, .bill, .ask, .answer, .closeQuestion,
            .reveal, .endQuestion, .showAnswer:
            false
        }
    }

    var requiredPermission: Room.Permission {
        switch self {
        case .make, .enter: .nothing
        case .press, .undo, .redo, .keypad, .recall, .type, .bill: .keypad
        case .name, .hand, .useLink: .nothing
        case .answer: .noHost
        case .revoke(let number): .hostOrOneself(number)
        case .lock, .door, .spectators, .names, .show, .grant, .host, .hostLink, .remove,
            .removeAndRewind, .clearTape, .restoreTape, .startOver, .close, .open, .delete, .ask,
            .closeQuestion, .reveal, .endQuestion, .showAnswer:
            .host
        }
    }

    var isAllowedInClosedRoom: Bool {
        switch self {
        case .startOver, .open, .delete: true
        case .make, .enter, .press, .undo, .redo, .keypad, .recall, .type, .bill, .name, .hand,
            .useLink,
            .revoke, .lock, .door, .spectators, .names, .show, .grant, .host, .hostLink, .remove,
            .removeAndRewind, .clearTape, .restoreTape, .close, .ask, .answer, .closeQuestion,
            .reveal,
            .endQuestion, .showAnswer:
            false
        }
    }
}
