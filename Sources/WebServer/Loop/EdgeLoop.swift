import Glibc
import RoomServer
import SharedRoom
import RoomStore

// A loop: what drives an edge. There are some in a server, each on a thread of its own with sockets of
// its own. Whom the system brings to which is chance; whoever asks for a room is handed on, unopened,
// to the loop that has the room. What they share is the store, which tells each what happens in the
// rooms that are open there.
//
// It hears sockets, the clock and the store, tells the edge, and does what the edge says; it decides
// nothing itself.
//
// **A turn** is what comes of one waiting, and of looking again as long as more comes: libwebsockets
// calls `hear` for each thing that happened, then `endTurn` takes what the store has reported, and the
// edge writes one frame for everybody who is behind. So whatever comes together goes out together. It
// has 256 frames at most: the first rooms would be gone from the processor's caches meanwhile.
//
// **What a turn asks of the store** shares a commit. If there is a report of earlier commits to be
// written first, it waits for that, and takes along what comes meanwhile: those who get the report
// answer it. Otherwise halves of a busy room would be committed, and sent to everybody, in turns.
//
// **Writing** is straight into the socket. What a socket does not take at once libwebsockets keeps,
// and the edge leaves the session out until the socket says that it takes more: a slow reader has no
// queue here.
//
// **Time, the store and newcomers** are descriptors that become readable, like sockets: an alarm, a
// bell and a listening socket.
final class EdgeLoop {
    let server: Server
    /// From 0 on.
    let number: Int
    let inbox: Inbox
    var edge: Edge
    var connections = Connections(sliceCount: EdgeLoop.sliceCount)
    /// Those that take no more.
    var slow: [Connection] = []
    /// Those that are not read for a while.
    var paused: [Connection] = []
    var http: HTTPConnections
    /// Requests that other threads answer.
    var waiting: [Int: (HTTPConnection, RequestHead.Method)] = [:]
    /// The connection that libwebsockets is turning into a WebSocket.
    var arriving: Newcomer?
    var lastRequest = 0
    var times = Times()
    var sweeping = Sweeping()
    let alarm = Alarm()
    /// For when the alarm is set.
    var alarmTime = Int64.max
    let listener: ListeningSocket
    private(set) var listening: OpaquePointer?
    private(set) var context: Context?
    private var edgeNumber: UInt32 = 0
    /// Whether something happened in this turn.
    private var isAwake = false
    /// When that was, in nanoseconds.
    private var turnBegan: Int64 = 0
    /// Whether what is to be asked of the store waits for the next turn. Nothing waits twice.
    private var requestsArePutOff = false
    /// The time for whatever happens in this turn, in milliseconds: a clock is not free.
    private(set) var now: Int64 = 0
    var counts = LoopCounts()
    /// Frames that have come in this turn.
    private var framesHeard = 0
    /// The last one.
    var frame: [UInt8] = []
    var padded = PaddedFrame()

    init(_ server: Server, _ number: Int) throws(ServerError) {
        self.server = server
        self.number = number
        inbox = server.inboxes[number]
        http = HTTPConnections(server.configuration.times)
        listener = server.listeners[number]
        var random = SystemRandomNumberGenerator()
        edge = Edge(
            limits: server.configuration.limits.divided(among: server.configuration.loops),
            digest: Digest.sha256, chance: { random.next() })
        let context = try Context(
            Unmanaged.passUnretained(self).toOpaque(), server.configuration)
        self.context = context
        edgeNumber = server.store.attach(together: { [inbox] in inbox.deliver($0) })
        listening = context.follow(listener.descriptor)
        context.follow(alarm.descriptor)
        context.follow(http.watcher.descriptor)
        context.follow(dup(inbox.bell))
    }

    /// Serves until the inbox says that it is to stop.
    func run() {
        guard let context else { return }
        // What was heard while all this was made is a turn by itself.
        endTurn()
        repeat {
            if edge.hasRequests {
                noteEvent()
                context.library.look(context.context)
            } else {
                context.library.wait(context.context)
            }
            // Of a socket only half a kilobyte is read at a time, and more may have come meanwhile. A
            // frame alone is what a person sends.
            var heard = 1
            while framesHeard > heard {
                heard = framesHeard
                context.library.look(context.context)
            }
            meterNextConnection()
            endTurn()
        } while !isOver(at: MonotonicClock.milliseconds)
        server.store.detach(edgeNumber)
        for connection in http.all { close(connection) }
        context.destroy()
    }

    /// Notes that something happened, before the first thing in a turn is done.
    func noteEvent() {
        guard !isAwake else { return }
        isAwake = true
        turnBegan = MonotonicClock.nanoseconds
        now = turnBegan / 1_000_000
        inbox.wakeLoop()
    }

    func noteFrame() {
        counts.framesReceived += 1
        framesHeard += 1
        if framesHeard >= Self.framesPerTurn { endTurn() }
    }

    private func endTurn() {
        guard isAwake else { return }
        framesHeard = 0
        var news = inbox.take()
        requestsArePutOff = !news.isEmpty && !requestsArePutOff
        if !requestsArePutOff { submitRequests() }
        if news.isEmpty { news = inbox.take() }
        now = MonotonicClock.milliseconds
        for newcomer in news.newcomers { welcome(newcomer) }
        for (number, response) in news.responses { respond(response, to: number) }
        for report in news.reports { perform(edge.report(report, at: now)) }
        perform(edge.endTurn(at: now))
        for sum in news.sums { sum.add(LoopFigures(of: self)) }
        if news.isStopping { beginStop(at: now) }
        if !requestsArePutOff { submitRequests() }
        if times.next != alarmTime {
            alarmTime = times.next
            alarm.set(alarmTime)
        }
        isAwake = false
        inbox.letLoopSleep()
        counts.turns.note(MonotonicClock.nanoseconds - turnBegan)
    }

    /// At the end of the turn, so that all that it asks for shares a commit.
    private func submitRequests() {
        guard edge.hasRequests else { return }
        server.store.submit(edge.takeRequests(), from: edgeNumber)
    }

    /// As many as four people may have under way.
    private static let framesPerTurn = 256

    func log(_ kind: LogKind, _ detail: String = "", from address: ClientAddress? = nil) {
        server.configuration.log.write(kind, detail, from: address)
    }
}
