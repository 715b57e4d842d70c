import CalculatorEngine
import ExactNumbers
import SharedRoom

/// A client's copy of a room, with everything that a page needs.
///
///     let replica = Replica(join, pen: pen, randomWord: randomWord)
///     replica.connected(at: 0)            // [.send({"join":…}), .wake(at: 10_000)]
///     replica.receive(welcome, at: 40)    // [.wake(at: 25_040)]
///     replica.press(.digit(7), at: 900)   // [.save, .send({"n":1,"press":"7"})]
///     replica.view.display                // 7, before the server confirms it
///
/// # Theory of operation
///
/// The replica is a state machine without I/O: calls report events (a frame, a key, a timer) with the
/// current time, and return instructions for the page. Every call begins with `advanceClock` and ends with
/// `finish`, which sends whatever may be sent.
///
/// **Confirmed, pending, predicted.** `confirmed` is the room after the server's events. `pending` are the
/// actions of this client that the room has not decided. `predicted` is `confirmed` with the pending actions applied,
/// and the page shows it. If new events are exactly the first pending actions, the prediction was
/// correct and stays. Otherwise it is recomputed from `confirmed`: optimistic update and rebase.
///
/// **Pens and action numbers.** Each action must take effect exactly once although connections break. A pen
/// is a stream of actions, numbered 1, 2, 3… The room decides each number once and treats a repeated one as
/// void, so an action can be resent unchanged under its number. This requires that only one page writes with
/// the pen, that the page saves a number before it sends it, and that the room remembers the pen (it keeps
/// eight per participant).
///
/// - *Reconnect.* The welcome contains the last number that the room has decided for the pen. The
///   replica removes the pending actions up to it and resends the others.
/// - *Refusal.* Sending pauses for the time that the server asks for. Then everything from the refused
///   number on is sent again, in order, because the server discards later numbers until then.
/// - *Reload or duplicated tab.* Two pages may now have the same saved pen. Each settles only the saved
///   actions with it (resending the same content under the same number is harmless) and uses a fresh
///   pen for new ones. It saves the name of that pen, too: a later page settles one pen after the other.
/// - *Lost pen.* The room has forgotten the pen, an event of the pen is not the pending action with
///   that number, or the welcome's `last` is higher than every number sent or saved, or lower than a decided
///   one. The replica joins with a fresh pen. It withdraws actions that the room may already have decided
///   under the old pen.
/// - *Offline.* If others changed the calculator while this client was away, calculator actions that were
///   never sent are withdrawn, and offered to the person with the result that they saw.
///
/// **Repair.** The server's frames contain hashes of the state. After a mismatch the replica reports its
/// hash and receives a snapshot.
///
/// It is a class because copying the state, for example for a view, would take a fiftieth of the module's
/// code.
public final class Replica {
    /// The join of the page. Each connection adds the current pen, position and read token.
    var joinTemplate: Join
    let randomWord: () -> UInt64

    /// The pen of the first pending actions.
    var pen: OwnPen
    /// The `word` of the pen for new actions. While it differs from that of `pen`, this page settles the actions of
    /// earlier pages, and then uses its own pen.
    var ownWord: UInt64 = 0
    /// The room's last sequence number when the oldest of these pens received its name, or a lower number.
    var origin: Int64 = 0
    var pending: [PendingAction] = []
    var nextID: Int64 = 1
    /// Actions that were withdrawn instead of being sent, and not used or discarded yet.
    public internal(set) var offers: [Offer] = []
    var expectedOutcome: ExpectedOutcome?

    /// The room after the server's events.
    public internal(set) var confirmed: Room?
    public internal(set) var epoch: UInt64 = 0
    /// The participant number that the last welcome assigned.
    public internal(set) var you: UInt32?
    /// Gives access to the room's documents while the door is shut.
    public internal(set) var readToken: Fingerprint?
    /// The hash of the last host link that this page created.
    var ownLink: Fingerprint?
    public internal(set) var predicted: Room
    /// Nil if nothing can be predicted: for a spectator or a removed participant.
    var predictedPen: PredictedPen?

    var connection = ConnectionPhase.away(until: 0)
    /// Consecutive failed connections.
    var failures: Int64 = 0
    /// Consecutive fresh pens without a successful welcome.
    var freshPenCount = 0
    /// The server's announcement that it closes the connection.
    var bye: Bye?
    /// The reason why the last connection ended, until the next welcome.
    var awayReason: CloseReason?
    /// The time of the last call.
    var lastCallTime: Int64?
    /// The milliseconds that the device's clock was set back, in total.
    var clockSetback: Int64 = 0
    /// True if the page began with actions of an earlier page.
    var wasRestored = false
    /// True if this page has received a welcome.
    var wasWelcome = false
    /// True if the room existed and no longer exists.
    var isRoomMissing = false
    /// The time of the last message of the server.
    var lastHeard: Int64 = 0
    var aliveNumber: Int64 = 0

    /// True if the page was reloaded because of other rules.
    var wasReloaded = false
    /// The display that the server computed, if reloading did not help.
    var serverView: RoomView?

    var present: [UInt32] = []
    /// The number of present participants, if the server does not list all of them.
    var presentCount: UInt32?
    /// The number of present spectators.
    var watchingCount: UInt32 = 0
    var keys: [KeyPressed] = []
    var notices: [ReplicaNotice] = []
    var changes = ViewChanges.all
    var drawnTape: DrawnTape?
    /// Recent events other than undo and redo, to describe the step that an undo refers to.
    var recentEvents: [Event] = []

    /// The instructions that the current call returns.
    var instructions: [ReplicaInstruction] = []
    var isSaveDue = false
    var wakeDue: Int64?

    struct Bye: Equatable {
        let why: CloseReason?
        let retry: Int64?
    }

    /// `pen` must be a name that no page has used.
    public init(_ joinTemplate: Join, pen: Secret, randomWord: @escaping () -> UInt64) {
        self.joinTemplate = joinTemplate
        self.pen = OwnPen(name: pen)
        self.randomWord = randomWord
        predicted = Room()
        rebuild()
    }
}

extension Replica {
    /// The number of this client's actions that the room has not decided.
    public var pendingCount: Int { pending.count }

    /// True if the page shows displays that the server computed, because their rules differ.
    public var showsViews: Bool { serverView != nil }

    /// Ends every call: sends what may be sent, and returns the instructions in order.
    func finish(at now: Int64) -> [ReplicaInstruction] {
        // All actions of the earlier page are decided: new ones need a fresh pen.
        if settlingCount == 0 { takeNextPen(at: now) }
        flush()
        noteStall(at: now)
        var result: [ReplicaInstruction] = isSaveDue ? [.save] : []
        result += instructions
        if let due = nextWake, due != wakeDue {
            wakeDue = due
            result.append(.wake(at: reading(at: due)))
        }
        instructions = []
        isSaveDue = false
        return result
    }

    private var nextWake: Int64? {
        switch connection {
        case .ended: nil
        case .away(let until): lastCallTime == nil ? nil : until + ClientLimits.connectTime
        case .joining(let since): since + ClientLimits.welcomeTime
        case .joined(let session): session.nextDeadline
        }
    }

    /// True if the server has sent the room. (Comparing `confirmed` with nil would compare rooms.)
    var hasRoom: Bool {
        if case .some = confirmed { return true }
        return false
    }

    /// The session of the current connection, after its welcome.
    var session: ClientSession? {
        get {
            if case .joined(let session) = connection { return session }
            return nil
        }
        set {
            if case .joined = connection, let newValue { connection = .joined(newValue) }
        }
    }

    func send(_ message: ClientMessage) {
        instructions.append(.send(message.encoded))
    }
}
