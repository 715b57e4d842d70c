import CalculatorEngine
import SharedRoom

/// Everything that a page displays, computed on demand.
public struct ReplicaView {
    private let replica: Replica

    init(of replica: Replica) {
        self.replica = replica
    }

    public var display: Display { calculator.display }
    var calculator: Calculator { replica.predicted.calculator }
    /// The display that the server computed, if the page does not know the room's rules; replaces `display`.
    public var serverView: RoomView? { replica.serverView }
    /// Keys that this replica did not send, since the last `consumeChanges`.
    public var keys: [KeyPressed] { replica.keys }
    public var tape: Queue<Tape.Line> { replica.predicted.tape.lines }
    /// Writes the lines that the page does not have.
    func writeTape(to writer: inout JSONWriter) {
        writeTape(replica.predicted.tape, after: replica.drawnTape, to: &writer)
    }
    /// Tape lines and bill items with a larger sequence number are unconfirmed.
    public var confirmedSequence: Int64 { replica.confirmed?.sequence ?? 0 }
    /// The last step of the calculator, after which an expression may be typed.
    public var lastStep: Signature? { replica.predicted.history.last?.signature }
    public var canUndo: Bool { replica.predicted.history.last != nil }
    public var canRedo: Bool { replica.predicted.history.lastUndone != nil }

    public var people: [Participant] { replica.hasRoom ? replica.predicted.people.all : [] }
    /// The numbers of connected participants. The list may be incomplete; `presentCount` is the total.
    public var present: [UInt32] { replica.present }
    public var presentCount: UInt32 {
        max(UInt32(replica.present.count), replica.presentCount ?? 0)
    }
    public var watchingCount: UInt32 { replica.watchingCount }
    public var admitsSpectators: Bool { replica.predicted.admitsSpectators }
    public var you: UInt32? { replica.you }
    public var isLocked: Bool { replica.predicted.isLocked }
    public var isDoorOpen: Bool { replica.predicted.isDoorOpen }
    public var holdsNames: Bool { replica.predicted.holdsNames }
    /// True if the room has an unused link to become host.
    public var hasHostLink: Bool { replica.predicted.hostLink != nil }
    /// True if this page created that link.
    public var hasOwnLink: Bool { hasHostLink && replica.predicted.hostLink == replica.ownLink }
    /// True for a spectator, who cannot act and does not see names that are held back.
    public var isWatching: Bool { replica.joinTemplate.isWatching }
    public var isHost: Bool { you.map { replica.predicted.people[$0]?.isHost == true } ?? false }
    public var readToken: Fingerprint? { replica.readToken }
    public var status: Room.Status { replica.predicted.status }
    public var question: Question? { replica.predicted.question }
    /// True if the room has not confirmed this person's answer.
    var isAnswerPending: Bool {
        guard let you else { return false }
        return replica.confirmed?.people[you]?.answer != replica.predicted.people[you]?.answer
    }
    public var bills: RoomBills { replica.predicted.bills }

    /// The number of this client's actions that the room has not decided.
    public var pendingCount: Int { replica.pending.count }

    /// The number of characters at the end of the text shown that are unconfirmed.
    public var unconfirmedCount: Int {
        guard !replica.pending.isEmpty else { return 0 }
        let shown = display.shownText
        guard case .some(let confirmed) = replica.confirmed else { return shown.count }
        let known = confirmed.calculator.display.shownText
        var same = 0
        while same < min(shown.count, known.count), shown[same] == known[same] { same += 1 }
        return shown.count - same
    }
    public var notices: [ReplicaNotice] { replica.notices }

    public var connection: ConnectionState {
        switch replica.connection {
        case .away(let until): .away(until: replica.reading(at: until))
        case .joining: .connecting
        case .joined(let session):
            .joined(isCurrent: !session.isDoubtful && !session.isDamaged && !session.isStalled)
        case .ended(let reason): .ended(reason)
        }
    }

    /// True if the room existed and no longer exists. Somebody may create it again.
    public var isRoomMissing: Bool { replica.isRoomMissing }

    /// The reason why the last connection ended, until the next welcome.
    public var awayReason: CloseReason? { replica.awayReason }

    public var mayPress: Bool {
        guard let predictedPen = replica.predictedPen else { return false }
        return replica.predicted.mayPress(predictedPen.author)
    }

    /// The first of the results that the person may use or discard.
    public var offer: Offer? { replica.offers.first }
}

public enum ConnectionState: Equatable {
    /// The next attempt to connect is at this time.
    case away(until: Int64)
    case connecting
    /// `isCurrent` is false while an answer, a decision or a repair is missing.
    case joined(isCurrent: Bool)
    case ended(CloseReason)
}

public struct KeyPressed: Equatable {
    public let step: Signature
    public let key: Key
    public let sequence: Int64
}

/// A message that the page shows to the person once.
public enum ReplicaNotice: Equatable {
    /// An action of this client had no effect.
    case void(ClientAction, VoidReason)
    /// It is unknown whether these actions of this client had an effect. The replica does not send them again.
    case unsure([ClientAction])
    /// Actions that were sent before the connection broke have another result than the person saw. The last of
    /// these steps can be undone, unless others acted after it.
    case otherOutcome(expected: [UInt8], [UInt8], of: Signature?)
    /// The server temporarily refuses this client's actions. The replica resends them.
    case refused(RefusalReason)
    /// Too many actions are pending; this one was not accepted.
    case tooMany
    /// A newcomer took the place while this person was away.
    case replaced
    /// Somebody undid or redid a step. The action is nil if this replica did not see the step.
    case undoneOrRedone(UndoOrRedo, of: ClientAction?)
    /// A participant, perhaps this one, changed the keypad.
    case keypad(KeypadChange)
}

/// The author of a change of the keypad, and the keypad before it.
public struct KeypadChange: Equatable {
    public let author: UInt32
    public let keypad: Keypad
    public let before: Keypad
}

/// The author of an undo or redo, and the step.
public struct UndoOrRedo: Equatable {
    public let author: UInt32
    public let step: Signature
    public let isRedone: Bool
}

/// The parts of a page that must be redrawn. The first five are those that actions change, with the values of
/// `ActionTraits`.
public struct ViewChanges: OptionSet, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    public static let display = ViewChanges(rawValue: 1)
    public static let tape = ViewChanges(rawValue: 2)
    public static let people = ViewChanges(rawValue: 4)
    public static let bill = ViewChanges(rawValue: 8)
    public static let question = ViewChanges(rawValue: 16)
    public static let connection = ViewChanges(rawValue: 32)
    public static let offer = ViewChanges(rawValue: 64)
    public static let keys = ViewChanges(rawValue: 128)
    public static let notices = ViewChanges(rawValue: 256)
    /// The number of this client's pending actions.
    public static let pending = ViewChanges(rawValue: 512)
    public static let all = ViewChanges(rawValue: 1_023)
}

extension Action {
    /// The parts of the page that the action can change.
    var changes: ViewChanges {
        ViewChanges(rawValue: changedParts | ViewChanges.pending.rawValue)
    }
}
