import CalculatorEngine

/// What can be done in a room. Each action has a defined effect in every state, often none.
///
/// What is large and rare lies behind a pointer: most actions are keys, and are copied often.
public enum Action: Equatable, Sendable {
    /// The room begins: always event 1.
    indirect case make(Making)
    /// Somebody comes in, or takes up another pen.
    indirect case enter(Entrance)

    case press(Key)
    /// Takes back the last step, which must be this one.
    case undo(Signature)
    /// Does again the step that was undone last, which must be this one.
    case redo(Signature)
    case keypad(Keypad)
    /// Takes the result of a line of the tape, named by the number of the event that wrote it.
    case recall(Int64)

    case name(PersonName)
    case hand(isUp: Bool)

    case lock(Bool)
    case door(isOpen: Bool)
    case spectators(areAdmitted: Bool)
    /// Whether new names are held back from boards until a host shows them.
    case names(areHeld: Bool)
    /// Shows a name, which the event of this number gave. Its number says which name the host has
    /// seen: another one may have been given since.
    case show(Int64)
    /// Gives the keypad to a participant, and takes it back.
    case grant(UInt32)
    case revoke(UInt32)
    /// Hands the role of host on.
    case host(UInt32)
    /// A link with which somebody else becomes host too, once; nil withdraws it. Only the hash of
    /// its secret is known to the room.
    case hostLink(Fingerprint?)
    case useLink(Fingerprint)
    case remove(UInt32)
    case clearTape
    case startOver
    case close
    case delete

    indirect case bill(BillStep)
}

/// How a room begins.
public struct Making: Equatable, Sendable {
    public let keypad: Keypad
    /// Whether the keypad is locked from the start, as a teacher wants it.
    public let isLocked: Bool
    /// Mixed into every identity, so that nobody can be followed from room to room.
    public let salt: Fingerprint

    public init(keypad: Keypad, isLocked: Bool = false, salt: Fingerprint) {
        self.keypad = keypad
        self.isLocked = isLocked
        self.salt = salt
    }
}

/// Who comes in, and with which pen.
public struct Entrance: Equatable, Sendable {
    /// The hash of the person's secret and the room's salt.
    public let identity: Fingerprint
    /// The hash of what the client calls its pen, and the salt.
    public let pen: UInt64
    /// Counts only when the person is new.
    public let name: PersonName
    /// The participant whose place somebody new takes in a full room, named by the number of their
    /// last event: so a participant who has come back since keeps the place. 0 is nobody. Nil in the
    /// logs of older servers, which left the choice to the room.
    public var replaces: Int64?

    public init(
        identity: Fingerprint, pen: UInt64, name: PersonName, replaces: Int64? = nil
    ) {
        self.identity = identity
        self.pen = pen
        self.name = name
        self.replaces = replaces
    }
}
