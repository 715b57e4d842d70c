import Glibc
import RoomServer
import SharedRoom
import RoomStore

/// An event loop: a thread with sockets, an edge and a libwebsockets context of its own.
///
/// The edge decides, and the loop does the I/O: it passes the events of sockets, the clock and the store to the
/// edge, and performs the instructions that the edge returns. A server has several loops. They share the store,
/// which reports the events of a room to every loop that has the room open. The kernel assigns a new connection
/// to any loop; when the connection asks for a room, it moves to the loop that has the room.
///
/// **Tick.** One iteration of the loop. libwebsockets waits for descriptors and calls `handle` for each event.
/// The loop then reads again until no more frames arrive, because one read of a socket returns at
/// most 512 bytes. `processInboxAndEndTick` delivers the reports of the store to the edge. Other sockets take turns
/// (`takeTurns`) for a few milliseconds at most, so that no client decides how long a tick is.
///
/// **Coalescing.** At the end of a tick, the edge writes one frame for each session that is behind, with all
/// events since its cursor. A tick has at most 256 frames, so that the rooms it has used are still in the
/// processor's caches when the edge visits them again.
///
/// **Group commit.** The requests of a tick are submitted together and share a commit. If the inbox has
/// messages, such as reports of an earlier commit, the requests wait for the next tick, which begins at once.
/// The loop first broadcasts the reports, and the reactions of clients to them can share the commit. Otherwise
/// a busy room would split into two groups whose commits and broadcasts alternate. Requests wait for one tick
/// at most.
///
/// **Back-pressure.** The loop writes directly into a socket. libwebsockets keeps the bytes that the socket does
/// not accept, and the edge skips the session until the socket is writable. A slow session therefore has no
/// queue of frames. It is closed if it does not read in time.
///
/// **Wake-ups.** The clock, other threads and new connections are descriptors too: an alarm, the
/// descriptor of the inbox, and a listening socket. An extension handles each kind of event: `+Sockets`
/// WebSockets, `+HTTP` and `+Requests` HTTP, `+Time` the alarm and the pings, `+Traffic` metering, `+Stop`
/// the end.
final class EdgeLoop {
    let server: Server
    /// The index of the loop in the server.
    let number: Int
    let inbox: Inbox
    var edge: Edge
    var connections = Connections(sliceCount: EdgeLoop.sliceCount)
    /// The connections whose sockets accept no data now.
    var blocked: [Connection] = []
    /// The connections that the loop does not read for a while.
    var paused: [Connection] = []
    /// The number of WebSockets that were closed since their memory was returned to the system.
    var closedCount = 0
    var http: HTTPConnections
    /// The requests that other threads answer.
    var pendingRequests: [Int: PendingRequest] = [:]
    /// The connection that libwebsockets is turning into a WebSocket.
    var opening: PendingWebSocket?
    /// Its relay, if the client uses TLS.
    var relayOfOpening: HTTPConnection?
    var lastRequest = 0
    var wakeTimes = WakeTimes()
    var sweepPosition = SweepPosition()
    let alarm = Alarm()
    /// The time to which the alarm is set.
    var alarmTime = Int64.max
    let listener: ListeningSocket
    private(set) var listening: OpaquePointer?
    private(set) var context: Context?
    private var edgeNumber: UInt32 = 0
    /// True from the first event of a tick to its end.
    private var isInTick = false
    /// In nanoseconds.
    private var tickStart: Int64 = 0
    /// True if the requests of this tick wait for the next one, because the inbox has messages. They cannot be
    /// deferred twice.
    private var areRequestsDeferred = false
    /// The time of the tick in milliseconds, read once because reading the clock takes time.
    private(set) var now: Int64 = 0
    var counts = LoopCounts()
    /// The number of frames received in this tick.
    private var frameCount = 0
    /// The last received frame.
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
            digest: Digest.sha256, randomWord: { random.next() })
        let context = try Context(
            Unmanaged.passUnretained(self).toOpaque(), server.configuration)
        self.context = context
        edgeNumber = server.store.attach(together: { [inbox] in inbox.deliver($0) })
        listening = context.watch(listener.descriptor)
        context.watch(alarm.descriptor)
        context.watch(http.watcher.descriptor)
        context.watch(http.relayWatcher.descriptor)
        context.watch(dup(inbox.wakeDescriptor))
    }

    /// Serves until the inbox asks the loop to stop.
    func run() {
        guard let context else { return }
        // Handles the events that came while the context was made.
        processInboxAndEndTick()
        repeat {
            if edge.hasRequests {
                beginTick()
                context.library.processReady(context.context)
            } else {
                context.library.wait(context.context)
            }
            // One read returns at most 512 bytes, so more may be ready. A single frame is usually one key
            // of one person, and then looking again would not pay.
            var processed = 1
            while frameCount > processed {
                processed = frameCount
                context.library.processReady(context.context)
            }
            meterNextConnection()
            processInboxAndEndTick()
        } while !isOver(at: MonotonicClock.milliseconds)
        server.store.detach(edgeNumber)
        for connection in http.all { close(connection) }
        context.destroy()
    }

    /// Begins a tick, unless one has begun. Called before any event is handled.
    func beginTick() {
        guard !isInTick else { return }
        isInTick = true
        tickStart = MonotonicClock.nanoseconds
        now = tickStart / 1_000_000
        inbox.loopDidWake()
    }

    func countFrame() {
        counts.framesReceived += 1
        frameCount += 1
        if frameCount >= Self.framesPerTickMax { processInboxAndEndTick() }
    }

    private func processInboxAndEndTick() {
        guard isInTick else { return }
        frameCount = 0
        var messages = inbox.removeAll()
        areRequestsDeferred = !messages.isEmpty && !areRequestsDeferred
        if !areRequestsDeferred { submitRequests() }
        if messages.isEmpty { messages = inbox.removeAll() }
        now = MonotonicClock.milliseconds
        for pending in messages.webSockets { open(pending) }
        for (number, part) in messages.responses { continueRequest(number, with: part) }
        for report in messages.reports { perform(edge.report(report, at: now)) }
        perform(edge.endTick(at: now))
        for sum in messages.sums { sum.add(LoopFigures(of: self)) }
        if messages.isStopping { beginStop(at: now) }
        if !areRequestsDeferred { submitRequests() }
        if wakeTimes.next != alarmTime {
            alarmTime = wakeTimes.next
            alarm.set(alarmTime)
        }
        isInTick = false
        inbox.loopWillSleep()
        counts.tickTimes.note(MonotonicClock.nanoseconds - tickStart)
    }

    private func submitRequests() {
        guard edge.hasRequests else { return }
        server.store.submit(edge.dequeueRequests(), from: edgeNumber)
    }

    private static let framesPerTickMax = 256

    func log(_ kind: LogMessageKind, _ detail: String = "", from address: ClientAddress? = nil) {
        server.configuration.log.write(kind, detail, from: address)
    }

    /// Notes in the server log that a client met a limit.
    func log(_ limit: Limit, of address: ClientAddress) {
        log(.limit, limit.name, from: address)
    }
}
