import CalculatorEngine
import ExactNumbers
import SharedRoom

/// A room as one client has it: everything that a thin page needs.
///
///     let replica = Replica(join, pen: pen, chance: chance)
///     replica.connected(at: 0)            // [.send({"join":…}), .wake(at: 10_000)]
///     replica.receive(welcome, at: 40)    // [.save, .wake(at: 25_040)]
///     replica.press(.digit(7), at: 900)   // [.save, .send({"n":1,"press":"7"})]
///     replica.view.display                // 7, before anybody has confirmed it
///
/// There are two rooms. `confirmed` is what the server's events made; `predicted` is the same with
/// the pending actions on top, as if they were the next events, and that is what people see. When
/// events come that are just the first pending actions, the prediction was right and stays; when
/// others come, it is made anew from `confirmed`.
///
/// Everything else is about taking each action exactly once although connections die. The room
/// counts the actions of a pen and takes each number once, so what may be lost is sent again under
/// its number, unchanged. That is safe as long as nobody else writes with the pen, and the room
/// remembers it. A page that is loaded again, or doubled, therefore settles with the old pen what it
/// finds and writes with a fresh one; and whenever the server's answer shows that a pen does not go
/// on where this replica left it, a fresh one is taken, and the person is asked about what may have
/// been taken or not.
///
/// Events go in, actions come out, and time is an argument. Each call begins with `keepTime` and ends
/// in `finish`, which sends whatever may be sent now, so that no case has to think of it.
///
/// It is a class as nobody needs two of the same: copying all of it, for a view say, would be a
/// fiftieth of the module.
public final class Replica {
    var person: Join
    let chance: () -> UInt64

    var pen: PenLine
    var pending: [Pending] = []
    var nextID: Int64 = 1

    /// What the server's events made: nothing that anybody could take back.
    public internal(set) var confirmed: Room?
    public internal(set) var epoch: UInt64 = 0
    /// The participant that the last welcome said this is.
    public internal(set) var you: UInt32?
    /// With what the room's documents can be read while the door is shut.
    public internal(set) var readToken: Fingerprint?
    /// The last link to become host that the server took of this page.
    var ownLink: Fingerprint?
    public internal(set) var predicted: Room
    /// Nil when nothing can be predicted: for a watcher, and for somebody who was removed.
    var line: PredictedLine?

    var link = Link.away(until: 0)
    /// Connections in a row that came to nothing.
    var failures: Int64 = 0
    /// Fresh pens in a row without a welcome that let one go on.
    var renewals = 0
    /// What the server said before it closes.
    var bye: Bye?
    /// Why the last connection ended, until another one is welcome.
    var awayReason: CloseReason?
    /// When it was called last.
    var lastTime: Int64?
    /// Whether a server has told of the room, in this life of the page.
    var wasWelcome = false
    /// Whether the room was there, and is there no longer.
    var isRoomGone = false
    /// The last sign of life.
    var heard: Int64?
    var aliveNumber: Int64 = 0

    /// Whether the page was loaded again already because of other rules.
    var wasReloaded = false
    /// What is shown when that did not help.
    var toldView: RoomView?

    var present: [UInt32] = []
    /// How many are here, when not all of them are named.
    var presentCount: UInt32?
    /// Spectators who are here.
    var watchingCount: UInt32 = 0
    var keys: [KeyPressed] = []
    var notices: [ReplicaNotice] = []
    var changes = ViewChanges.all
    var drawnTape: DrawnTape?
    /// The last events that were seen, to say what was undone.
    var seen: [Event] = []

    /// What this call leads to.
    var actions: [ReplicaAction] = []
    var isSaveDue = false
    var wakeDue: Int64?

    struct Bye: Equatable {
        let why: CloseReason?
        let retry: Int64?
    }

    /// The pen must be one that no page ever had.
    public init(_ person: Join, pen: Secret, chance: @escaping () -> UInt64) {
        self.person = person
        self.pen = PenLine(name: pen)
        self.chance = chance
        predicted = Room()
        rebuild()
    }
}

extension Replica {
    /// Own actions that nobody has confirmed yet.
    public var pendingCount: Int { pending.count }

    /// Whether it shows what the server shows, having other rules.
    public var showsViews: Bool { toldView != nil }

    /// Ends every call: sends what may be sent, and puts the actions in order.
    func finish(at now: Int64) -> [ReplicaAction] {
        if pen.settling == 0 { takeFreshPen(askingAbout: 0, at: now) }
        flush()
        var result: [ReplicaAction] = isSaveDue ? [.save] : []
        result += actions
        if let due = nextWake, due != wakeDue {
            wakeDue = due
            result.append(.wake(at: due))
        }
        actions = []
        isSaveDue = false
        return result
    }

    private var nextWake: Int64? {
        switch link {
        case .ended: nil
        case .away(let until): lastTime == nil ? nil : until + ClientLimits.connectTime
        case .joining(let since): since + ClientLimits.welcomeTime
        case .joined(let session): session.wake
        }
    }

    /// Whether the server has told what is in the room. (Comparing `confirmed` with nil would compare
    /// rooms.)
    var hasRoom: Bool {
        if case .some = confirmed { return true }
        return false
    }

    /// The connection on which this client is welcome.
    var session: Session? {
        get {
            if case .joined(let session) = link { return session }
            return nil
        }
        set {
            if case .joined = link, let newValue { link = .joined(newValue) }
        }
    }

    func send(_ message: ClientMessage) {
        actions.append(.send(message.encoded))
    }
}
