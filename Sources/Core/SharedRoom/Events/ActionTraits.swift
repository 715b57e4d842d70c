/// Facts about an action: the parts of a view that it can change, who may do it, and how servers treat it.
///
/// It is not an `OptionSet`. The WebAssembly module is built without inlining, so each array literal would add code.
public struct ActionTraits: Sendable {
    fileprivate let rawValue: UInt16

    // The parts of a view that the action can change. `ViewChanges` has the same values.
    public static let display = ActionTraits(rawValue: 1)
    static let tape = ActionTraits(rawValue: 2)
    static let people = ActionTraits(rawValue: 4)
    static let bill = ActionTraits(rawValue: 8)
    static let question = ActionTraits(rawValue: 16)
    static let calculator = ActionTraits(rawValue: 3)
    static let wholeView = ActionTraits(rawValue: 31)

    /// The author must be able to press keys; see `Room.mayPress`.
    public static let keypad = ActionTraits(rawValue: 32)
    /// The author must be a host.
    static let host = ActionTraits(rawValue: 64)
    /// The author must not be a host.
    static let noHost = ActionTraits(rawValue: 128)
    /// Servers create the action themselves, without an author.
    static let byServer = ActionTraits(rawValue: 256)
    /// The action works in a closed room.
    static let whenClosed = ActionTraits(rawValue: 512)

    /// The action may add or remove participants.
    public static let membership = ActionTraits(rawValue: 1_024)
    /// The action changes the room's read token, because people may lose the right to read the documents.
    public static let readToken = ActionTraits(rawValue: 2_048)
    /// The action presses keys or replaces the keypad. Undoing, redoing and rewinding are not input.
    public static let input = ActionTraits(rawValue: 4_096)
    /// Applying the action may take computation steps. For `press`, see `Key.mayCompute`.
    public static let computes = ActionTraits(rawValue: 8_192)

    fileprivate static func | (one: ActionTraits, other: ActionTraits) -> ActionTraits {
        ActionTraits(rawValue: one.rawValue | other.rawValue)
    }
}

extension Action {
    private var traits: ActionTraits {
        switch self {
        case .make: .byServer | .wholeView
        case .enter: .byServer | .people | .membership

        case .press, .recall: .keypad | .calculator | .input
        case .keypad, .type: .keypad | .calculator | .input | .computes
        case .undo, .redo: .keypad | .calculator | .bill
        case .bill: .keypad | .bill

        case .name, .hand, .useLink: .people
        case .door(isOpen: false), .spectators(areAdmitted: false): .host | .people | .readToken
        case .lock, .door, .spectators, .names, .show, .grant, .host, .hostLink, .close:
            .host | .people
        // Participants may also give back their own keypad; see `Room.denial`.
        case .revoke: .host | .people
        case .remove: .host | .people | .bill | .question | .membership | .readToken
        case .removeAndRewind: .host | .wholeView | .membership | .readToken
        case .clearTape, .restoreTape: .host | .tape
        case .startOver: .host | .whenClosed | .wholeView | .membership | .readToken
        case .open, .delete: .host | .whenClosed | .people

        case .ask, .closeQuestion, .reveal, .endQuestion: .host | .question
        case .answer: .noHost | .question | .computes
        case .showAnswer: .host | .calculator | .input | .computes
        }
    }

    /// True if the action has the trait, or one of several.
    public func has(_ trait: ActionTraits) -> Bool { traits.rawValue & trait.rawValue != 0 }

    /// The parts of a view that the action can change, as values of `ViewChanges`.
    public var changedParts: UInt16 { traits.rawValue & ActionTraits.wholeView.rawValue }

    /// The sequence number of the event that the action refers to; otherwise 0.
    public var referencedEvent: Int64 {
        switch self {
        case .recall(let event), .show(let event), .removeAndRewind(_, let event),
            .closeQuestion(let event), .reveal(let event, _), .endQuestion(let event),
            .showAnswer(let event, _):
            event
        case .answer(let answering): answering.question
        case .bill(let step, let bill): max(bill, step.referencedEvent)
        case .make, .enter, .press, .undo, .redo, .keypad, .type, .name, .hand, .lock, .door,
            .spectators, .names, .grant, .revoke, .host, .hostLink, .useLink, .remove, .clearTape,
            .restoreTape, .startOver, .close, .open, .delete, .ask:
            0
        }
    }
}

extension BillStep {
    /// The sequence number of the item's or payment's event; otherwise 0.
    fileprivate var referencedEvent: Int64 {
        switch self {
        case .dropItem(let event), .price(let event, _), .addOwner(let event, _),
            .dropOwner(let event, _), .unsettle(let event):
            event
        case .add, .addGuest, .removePerson, .weight, .paid, .basis, .scalePercents, .amount, .tax,
            .tip, .tipBase, .roundUp, .currency, .addItem, .shareOpen, .settle, .startOver, .title,
            .new, .removeBill:
            0
        }
    }
}
