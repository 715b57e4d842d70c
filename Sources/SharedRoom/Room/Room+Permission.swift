/// Who may do what.
extension Room {
    /// What an action asks of its author.
    enum Need {
        case nothing
        /// That the keypad is not locked, or was given to the author.
        case keypad
        case host
        /// A host, or the one whom it is about.
        case hostOrOneself(UInt32)
    }

    /// Why the author may not do this here, whatever it would come to.
    func reasonAgainst(_ action: Action, by author: UInt32) -> VoidReason? {
        if life == .closed && !action.isForClosedRooms { return .closed }
        switch action.need {
        case .nothing: return nil
        case .keypad: return mayPress(author) ? nil : .locked
        case .host: return people.isHost(author) ? nil : .host
        case .hostOrOneself(let number):
            return author == number || people.isHost(author) ? nil : .host
        }
    }

    /// Whether the keys of this person have an effect.
    public func mayPress(_ number: UInt32) -> Bool {
        guard life == .open, let place = people.index(of: number) else { return false }
        return !isLocked || people.all[place].isHost || people.all[place].hasKeypad
    }
}

extension Action {
    /// Whether it has an effect only for those who may press.
    public var needsKeypad: Bool {
        switch need {
        case .keypad: true
        case .nothing, .host, .hostOrOneself: false
        }
    }

    /// True if people who could read the room's documents may no longer do so.
    var changesReadToken: Bool {
        switch self {
        case .remove, .startOver, .door(isOpen: false), .spectators(areAdmitted: false): true
        case .make, .enter, .press, .undo, .redo, .keypad, .recall, .name, .hand, .lock,
            .door(isOpen: true), .spectators(areAdmitted: true), .names, .show, .grant, .revoke,
            .host, .hostLink, .useLink,
            .clearTape, .close, .delete, .bill:
            false
        }
    }

    var need: Room.Need {
        switch self {
        case .make, .enter: .nothing
        case .press, .undo, .redo, .keypad, .recall, .bill: .keypad
        case .name, .hand, .useLink: .nothing
        case .revoke(let number): .hostOrOneself(number)
        case .lock, .door, .spectators, .names, .show, .grant, .host, .hostLink, .remove,
            .clearTape,
            .startOver, .close, .delete:
            .host
        }
    }

    var isForClosedRooms: Bool {
        switch self {
        case .startOver, .delete: true
        case .make, .enter, .press, .undo, .redo, .keypad, .recall, .bill, .name, .hand, .useLink,
            .revoke, .lock, .door, .spectators, .names, .show, .grant, .host, .hostLink, .remove,
            .clearTape,
            .close:
            false
        }
    }
}
