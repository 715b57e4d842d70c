import CalculatorEngine
import SharedRoom

/// Everything that a page draws.
public struct ReplicaView {
    public let connection: ConnectionState
    public let display: Display
    /// What to show in place of `display` when this page does not know the room's rules.
    public let board: RoomView?
    /// Keys of others since the last `takeChanges`.
    public let keys: [KeyPressed]
    public let tape: Queue<Tape.Line>
    /// What has a larger number, on the tape and in the bill, is not confirmed yet.
    public let confirmedSequence: Int64
    public let canUndo: Bool
    public let canRedo: Bool

    public let people: [Participant]
    /// The numbers of those who are connected, or of some of them, and how many they are.
    public let present: [UInt32]
    public let presentCount: Int
    public let you: UInt32?
    public let mayPress: Bool
    public let isLocked: Bool
    public let isDoorOpen: Bool
    public let life: Room.Life
    public let bill: RoomBill

    /// Own actions that nobody has confirmed yet.
    public let pendingCount: Int
    /// What the person is asked about, if anything: whether to send these.
    public let question: [ClientAction]
    public let notices: [ReplicaNotice]
}

public enum ConnectionState: Equatable {
    /// The next connection is made at this time.
    case away(until: Int64)
    case connecting
    /// What is shown is not called current while an answer or a repair is missing.
    case joined(isCurrent: Bool)
    case ended(CloseReason)
}

public struct KeyPressed: Equatable {
    public let author: UInt32
    public let key: Key
    public let sequence: Int64
}

/// What the person is told once.
public enum ReplicaNotice: Equatable {
    /// An own action had no effect.
    case void(ClientAction, VoidReason)
    /// The server does not take own actions for a moment; they come again by themselves.
    case refused(RefusalReason)
    /// So much is waiting that nothing more was taken.
    case tooMany
}

/// What a page has to draw anew.
public struct ViewChanges: OptionSet, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    public static let display = ViewChanges(rawValue: 1)
    public static let tape = ViewChanges(rawValue: 2)
    public static let people = ViewChanges(rawValue: 4)
    public static let bill = ViewChanges(rawValue: 8)
    public static let connection = ViewChanges(rawValue: 16)
    public static let question = ViewChanges(rawValue: 32)
    public static let keys = ViewChanges(rawValue: 64)
    public static let notices = ViewChanges(rawValue: 128)
    /// How many own actions are pending.
    public static let pending = ViewChanges(rawValue: 256)
    public static let all = ViewChanges(rawValue: 511)
}

extension Action {
    /// What an action may change of what is drawn.
    var changes: ViewChanges {
        switch self {
        case .press, .undo, .redo, .keypad, .recall: [.display, .tape, .pending]
        case .clearTape: [.tape, .pending]
        case .bill: [.bill, .pending]
        case .enter, .name, .hand, .lock, .door, .grant, .revoke, .host, .hostLink, .useLink,
            .close, .delete:
            [.people, .pending]
        case .remove: [.people, .bill, .pending]
        case .make, .startOver: [.display, .tape, .people, .bill, .pending]
        }
    }
}
