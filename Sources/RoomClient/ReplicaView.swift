import CalculatorEngine
import SharedRoom

/// Everything that a page draws, each part worked out when it is asked for.
public struct ReplicaView {
    private let replica: Replica

    init(of replica: Replica) {
        self.replica = replica
    }

    public var display: Display { replica.predicted.calculator.display }
    /// What to show in place of `display` when this page does not know the room's rules.
    public var toldView: RoomView? { replica.toldView }
    /// Keys of others since the last `takeChanges`.
    public var keys: [KeyPressed] { replica.keys }
    public var tape: Queue<Tape.Line> { replica.predicted.tape.lines }
    /// What the page has to be told of it.
    func writeTape(to writer: inout JSONWriter) {
        writeTape(replica.predicted.tape, after: replica.drawnTape, to: &writer)
    }
    /// What has a larger number, on the tape and in the bill, is not confirmed yet.
    public var confirmedSequence: Int64 { replica.confirmed?.sequence ?? 0 }
    public var canUndo: Bool { replica.predicted.history.last != nil }
    public var canRedo: Bool { replica.predicted.history.lastUndone != nil }

    public var people: [Participant] { replica.hasRoom ? replica.predicted.people.all : [] }
    /// The numbers of those who are connected, or of some of them, and how many they are.
    public var present: [UInt32] { replica.present }
    public var presentCount: Int {
        max(replica.present.count, Int(replica.presentCount ?? 0))
    }
    public var watchingCount: UInt32 { replica.watchingCount }
    public var admitsSpectators: Bool { replica.predicted.admitsSpectators }
    public var you: UInt32? { replica.you }
    public var isLocked: Bool { replica.predicted.isLocked }
    public var isDoorOpen: Bool { replica.predicted.isDoorOpen }
    public var holdsNames: Bool { replica.predicted.holdsNames }
    /// Whether somebody may still become host by a link.
    public var hasHostLink: Bool { replica.predicted.hostLink != nil }
    /// Whether that is one which this page made.
    public var hasOwnLink: Bool { hasHostLink && replica.predicted.hostLink == replica.ownLink }
    /// Whether nobody acts here, and names that are held back are not shown.
    public var isWatching: Bool { replica.person.isWatching }
    public var readToken: Fingerprint? { replica.readToken }
    public var life: Room.Life { replica.predicted.life }
    public var bill: RoomBill { replica.predicted.bill }

    /// Own actions that nobody has confirmed yet.
    public var pendingCount: Int { replica.pending.count }

    /// How many characters at the end of the main line nobody has confirmed yet.
    public var unconfirmedCount: Int {
        guard !replica.pending.isEmpty else { return 0 }
        let shown = display.main.text
        guard case .some(let confirmed) = replica.confirmed else { return shown.count }
        let known = confirmed.calculator.display.main.text
        var same = 0
        while same < min(shown.count, known.count), shown[same] == known[same] { same += 1 }
        return shown.count - same
    }
    public var notices: [ReplicaNotice] { replica.notices }

    public var connection: ConnectionState {
        switch replica.link {
        case .away(let until): .away(until: until)
        case .joining: .connecting
        case .joined(let session):
            .joined(isCurrent: !session.isDoubtful && !session.isDamaged)
        case .ended(let reason): .ended(reason)
        }
    }

    /// Whether the room was there and is there no longer. Somebody may make it again.
    public var isRoomGone: Bool { replica.isRoomGone }

    /// Why the last connection ended, while there is no other.
    public var awayReason: CloseReason? { replica.awayReason }

    public var mayPress: Bool {
        guard let line = replica.line else { return false }
        return replica.predicted.mayPress(line.author)
    }

    /// What the person is asked about, if anything: whether to send these.
    public var question: [ClientAction] {
        var asked: [ClientAction] = []
        for index in replica.pending.indices where replica.pending[index].isAsked {
            asked.append(replica.action(at: index))
        }
        return asked
    }
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
    /// Somebody new was given the place while this person was away.
    case replaced
    /// Somebody took a step back, or did it again; nil for one that this replica did not see.
    case turned(Turn, of: ClientAction?)
}

/// Who undid, or did again, whose step.
public struct Turn: Equatable {
    public let author: UInt32
    public let stepAuthor: UInt32
    public let isRedone: Bool
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
        case .enter, .name, .hand, .lock, .door, .spectators, .names, .show, .grant, .revoke, .host,
            .hostLink, .useLink, .close, .delete:
            [.people, .pending]
        case .remove: [.people, .bill, .pending]
        case .make, .startOver: [.display, .tape, .people, .bill, .pending]
        }
    }
}
