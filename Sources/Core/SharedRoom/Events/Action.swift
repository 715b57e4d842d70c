import CalculatorEngine

/// An action that a client requests or a server records. `Room.apply` defines the effect of every action in
/// every state.
///
/// Large and rare payloads are indirect: most actions are key presses, and events are copied often.
public enum Action: Equatable, Sendable {
    /// Creates the room. Always event 1.
    indirect case make(RoomSetup)
    /// Adds a participant, or adds a pen to a known participant.
    indirect case enter(Entrance)

    case press(Key)
    /// Undoes the last step, which must have this signature.
    case undo(Signature)
    /// Redoes the step that was undone last, which must have this signature.
    case redo(Signature)
    case keypad(Keypad)
    /// Enters the result of a tape line into the calculator. The number is the sequence number of the line's
    /// event.
    case recall(Int64)
    /// Replays keys on a cleared calculator, as one step: an edited or pasted expression.
    indirect case type(Typing)

    case name(PersonName)
    case hand(isUp: Bool)

    case lock(Bool)
    case door(isOpen: Bool)
    case spectators(areAdmitted: Bool)
    /// Sets whether new names are hidden from boards until a host shows them.
    case names(areHeld: Bool)
    /// Shows the name that the event with this sequence number gave. Naming the event and not the
    /// participant ensures that the host approves the name that the host has seen: the participant may have
    /// changed it since.
    case show(Int64)
    /// Gives the keypad to a participant in a locked room, or takes it back.
    case grant(UInt32)
    case revoke(UInt32)
    /// Transfers the role of host to a participant.
    case host(UInt32)
    /// Sets the link that makes another participant an additional host, once; nil withdraws it. The room
    /// knows only the hash of the link's secret.
    case hostLink(Fingerprint?)
    case useLink(Fingerprint)
    case remove(UInt32)
    /// Removes a participant, and takes the calculator back to before the step with this event, as one step.
    case removeAndRewind(UInt32, since: Int64)
    case clearTape
    /// Brings back the lines that the last `clearTape` removed, unless a line was written since.
    case restoreTape
    case startOver
    case close
    /// Opens a closed room again.
    case open
    case delete

    /// The bill is named by the event that created it.
    indirect case bill(BillStep, in: Int64 = RoomBill.first)

    /// Asks a question; the event's sequence number names it in the following actions.
    indirect case ask(Asking)
    /// Hands in an answer, instead of the author's earlier one.
    indirect case answer(Answering)
    /// Ends the answering.
    case closeQuestion(Int64)
    /// Shows the answers of a closed question to everybody, with or without names.
    case reveal(Int64, names: Bool)
    /// Discards the question and its answers.
    case endQuestion(Int64)
    /// Replays a participant's revealed answer on the shared calculator, as one step.
    case showAnswer(Int64, of: UInt32)
}

/// The arguments of `ask`.
public struct Asking: Equatable, Sendable {
    public let text: QuestionText
    /// The keypad of the private calculators.
    public let keypad: Keypad

    public init(_ text: QuestionText, on keypad: Keypad) {
        self.text = text
        self.keypad = keypad
    }
}

/// The text of a question: one line of up to 200 characters with the rules of names, perhaps empty.
public struct QuestionText: Equatable, Sendable {
    /// UTF-8
    public let bytes: [UInt8]

    public static let none = QuestionText(checked: [])

    init(checked bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Cleans the text like a name.
    public init?(_ text: some Collection<UInt8>) {
        guard
            let bytes = PersonName.cleaned(
                Array(text), charactersMax: RoomLimits.questionCharactersMax)
        else { return nil }
        self.bytes = bytes
    }
}

/// The arguments of `answer`.
public struct Answering: Equatable, Sendable {
    public let question: Int64
    /// At least one.
    public let keys: [Key]

    public init(_ question: Int64, keys: [Key]) {
        self.question = question
        self.keys = keys
    }
}

/// The keys of an expression that a participant edited or pasted.
public struct Typing: Equatable, Sendable {
    public let keys: [Key]
    /// The last step of the calculator that the author saw; nil if there was none. After any other step the
    /// action is void.
    public let last: Signature?

    public init(_ keys: [Key], after last: Signature?) {
        self.keys = keys
        self.last = last
    }
}

/// The initial settings of a room.
public struct RoomSetup: Equatable, Sendable {
    public let keypad: Keypad
    /// True if the keypad is locked from the start.
    public let isLocked: Bool
    /// Hashed into every identity, so that nobody can be tracked from room to room.
    public let salt: Fingerprint

    public init(keypad: Keypad, isLocked: Bool = false, salt: Fingerprint) {
        self.keypad = keypad
        self.isLocked = isLocked
        self.salt = salt
    }
}

/// The arguments of an `enter` event.
public struct Entrance: Equatable, Sendable {
    /// The hash of the participant's secret and the room's salt.
    public let identity: Fingerprint
    /// The hash of the client's name for the pen and the salt.
    public let pen: UInt64
    /// Used only for a new participant.
    public let name: PersonName
    /// The `lastActed` of the participant to replace in a full room. If it has changed since, nobody is
    /// replaced. 0: nobody.
    public var replaces: Int64

    public init(
        identity: Fingerprint, pen: UInt64, name: PersonName, replaces: Int64 = 0
    ) {
        self.identity = identity
        self.pen = pen
        self.name = name
        self.replaces = replaces
    }
}
