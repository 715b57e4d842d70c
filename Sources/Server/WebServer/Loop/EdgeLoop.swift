import CLibWebSockets
import Glibc
import RoomServer
import RoomStore
import SharedRoom

/// An event loop: a thread with sockets, an edge and a libwebsockets context of its own.
///
/// The edge decides, and the loop does the I/O: it passes the events of sockets, the clock and the store to the
/// edge, and performs the instructions that the edge returns. `Sessions` has the edge and the WebSockets,
/// `HTTPService` all other connections, and `WakeUps` the clock. A server has several loops. They share the store,
/// which reports the events of a room to every loop that has the room open. The kernel assigns a new connection
/// to any loop; when the connection asks for a room, it moves to the loop that has the room.
///
/// **Tick.** One iteration of the loop. libwebsockets waits for descriptors and calls `handle` for each event.
/// The loop then reads again until no more frames arrive, because one read of a socket returns at
/// most 512 bytes. `endTick` delivers the messages of other threads, such as the reports of the store, and broadcasts.
/// Sockets with requests take turns (`HTTPService.takeTurns`) for a few milliseconds at most, so that no client decides
/// how long a tick is.
///
/// **Coalescing.** At the end of a tick, the edge writes one frame for each session that is behind, with all
/// events since its cursor.
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
final class EdgeLoop: SocketEventHandler {
    let server: Server
    /// The index of the loop in the server.
    let number: Int
    let wakeUps = WakeUps()
    let http: HTTPService
    let sessions: Sessions
    private let inbox: Inbox
    private(set) var context: Context?
    private var listening: OpaquePointer?
    /// True if the requests of the last tick wait for this one, because the inbox had messages. They cannot be
    /// deferred twice.
    private var hasDeferredRequests = false

    init(_ server: Server, _ number: Int) throws(ServerError) {
        self.server = server
        self.number = number
        inbox = server.inboxes[number]
        http = HTTPService(server, number, wakeUps)
        sessions = Sessions(server, wakeUps, http)
        let context = try Context(
            Unmanaged.passUnretained(self).toOpaque(), server.configuration)
        self.context = context
        sessions.attach(to: context, inbox)
        listening = context.watch(http.listener.descriptor)
        context.watch(wakeUps.alarm.descriptor)
        context.watch(http.connections.watcher.descriptor)
        context.watch(http.connections.relayWatcher.descriptor)
        context.watch(dup(inbox.wakeDescriptor))
    }

    /// Serves until the inbox asks the loop to stop.
    func run() {
        guard let context else { return }
        while true {
            // The first tick began while the context was made.
            endTick()
            if isOver { break }
            handleEvents(context)
        }
        sessions.detach()
        for connection in http.connections.all { http.close(connection) }
        context.destroy()
    }

    private func handleEvents(_ context: Context) {
        if sessions.edge.hasRequests { context.processReady() } else { context.wait() }
        // One read returns at most 512 bytes, so more may be ready. A single frame is usually one key
        // of one person, and then looking again would not pay.
        var processed = 1
        while sessions.tickFrameCount > processed,
            sessions.tickFrameCount < Sessions.framesAtOnceMax
        {
            processed = sessions.tickFrameCount
            context.processReady()
        }
        beginTick()
        sessions.meterNextConnection()
    }

    /// Begins a tick, unless one has begun. Called before any event is handled.
    private func beginTick() {
        if wakeUps.beginTick() { inbox.loopDidWake() }
    }

    private func endTick() {
        beginTick()
        hasDeferredRequests = !inbox.isEmpty && !hasDeferredRequests
        if !hasDeferredRequests { sessions.submitRequests() }
        let messages = inbox.removeAll()
        wakeUps.readClock()
        for message in messages { handle(message) }
        sessions.endTick()
        if !hasDeferredRequests { sessions.submitRequests() }
        wakeUps.endTick(next: min(sessions.wakeTime, http.wakeTime))
        inbox.loopWillSleep()
    }

    private func handle(_ message: Inbox.Message) {
        switch message {
        case .reports(let reports): sessions.handle(reports)
        case .response(let part, let request): http.continueRequest(request, with: part)
        case .webSocket(let pending): sessions.open(pending)
        case .figures(let sum): sum.add(LoopFigures(of: self))
        case .stop: beginStop()
        }
    }

    func handle(_ event: SocketEvent) -> SocketDecision {
        beginTick()
        guard event.reason == LWS_CALLBACK_RAW_RX_FILE else { return sessions.handle(event) }
        switch lws_get_socket_fd(event.socket) {
        case http.listener.descriptor: http.acceptConnections()
        case http.connections.watcher.descriptor: http.handleReady(http.connections.watcher)
        case http.connections.relayWatcher.descriptor:
            http.handleReady(http.connections.relayWatcher)
        case wakeUps.alarm.descriptor:
            event.readCount()
            wakeUps.noteAlarm()
            sessions.wake()
            http.wake()
        // The inbox, whose messages `endTick` delivers.
        default: event.readCount()
        }
        return .proceed
    }

    /// Stops the loop: it accepts no connections, tells all clients when to reconnect, and ends when its
    /// responses and close frames are sent, or after a timeout.
    private func beginStop() {
        guard !wakeUps.isStopping else { return }
        wakeUps.stop(after: server.configuration.times.closeTimeout)
        // One loop logs it for the server.
        if number == 0 { server.log(.stopping) }
        if let listening { lws_set_timeout(listening, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC) }
        sessions.beginStop()
        http.closeIdle()
    }

    /// True if all connections are closed, or the time to close them is over.
    private var isOver: Bool {
        wakeUps.isStopping
            && (sessions.connections.count == 0 && http.connections.count == 0
                || wakeUps.stopTime <= MonotonicClock.milliseconds)
    }
}
