import CLibWebSockets
import Glibc
import RoomServer
import RoomStore
import SharedRoom

/// The sessions of an event loop: its edge, and the WebSockets that libwebsockets serves.
///
/// It passes what happens to the edge, and performs the instructions of the edge.
final class Sessions {
    let server: Server
    let wakeUps: WakeUps
    /// Has the TLS connections whose WebSockets it relays.
    let http: HTTPService
    var edge: Edge
    private var edgeNumber: UInt32 = 0
    private var context: Context?
    var connections = Connections(sliceCount: Sessions.sliceCount)
    /// The connection that libwebsockets is turning into a WebSocket, and its relay if the client uses TLS.
    private var opening: (pending: PendingWebSocket, relay: HTTPConnection?)?
    /// The number of WebSockets that were closed since their memory was returned to the system.
    var closedCount = 0
    /// The connections whose sockets accept no data now.
    var blocked: [Connection] = []
    /// The connections that the loop does not read for a while.
    var paused: [Connection] = []
    /// The times at which the edge, the sweeps and paused connections have work without an event.
    private var edgeTime = Int64.max
    var sweepTime = Int64.max
    var pauseTime = Int64.max
    var sweepPosition = SweepPosition()
    /// The last received frame.
    private var frame: [UInt8] = []
    var padded = PaddedFrame()
    /// The number of frames received in this tick.
    private(set) var tickFrameCount = 0
    private(set) var openedCount = 0
    private(set) var framesReceived = 0
    private(set) var framesSent = 0
    /// The payload of the frames.
    private(set) var bytesSent = 0

    init(_ server: Server, _ wakeUps: WakeUps, _ http: HTTPService) {
        self.server = server
        self.wakeUps = wakeUps
        self.http = http
        var random = SystemRandomNumberGenerator()
        edge = Edge(
            limits: server.loopLimits, digest: Digest.sha256, randomWord: { random.next() })
    }

    func attach(to context: Context, _ inbox: Inbox) {
        self.context = context
        edgeNumber = server.store.attach(together: { inbox.post(.reports($0)) })
    }

    func detach() { server.store.detach(edgeNumber) }

    var now: Int64 { wakeUps.now }

    /// The WebSockets whose connections are not counted as HTTP connections.
    var ownSocketCount: Int { connections.all.count { $0.relay == nil } }

    // MARK: - Ticks

    func handle(_ reports: [LogReport]) {
        for report in reports { perform(edge.report(report, at: now)) }
    }

    /// Broadcasts the events of the tick.
    func endTick() {
        perform(edge.endTick(at: now))
        tickFrameCount = 0
    }

    func submitRequests() {
        guard edge.hasRequests else { return }
        server.store.submit(edge.dequeueRequests(), from: edgeNumber)
    }

    func beginStop() { perform(edge.stop(at: now)) }

    var wakeTime: Int64 { min(edgeTime, sweepTime, pauseTime) }

    func wake() {
        if edgeTime <= now {
            edgeTime = .max
            perform(edge.wake(at: now))
        }
        if pauseTime <= now { endPauses() }
        if sweepTime <= now { sweep() }
    }

    func perform(_ instructions: [EdgeInstruction]) {
        for instruction in instructions {
            switch instruction {
            case .send(let session, let frame): send(frame, to: session)
            case .close(let session, let reason, let text): close(session, reason, text)
            case .joined(let session): noteJoined(session)
            case .noteLimit(let limit, let session):
                if let connection = connections[session] {
                    server.log(limit, of: connection.origin)
                }
            case .wake(let time): edgeTime = min(edgeTime, time)
            }
        }
    }

    private func send(_ frame: [UInt8], to session: SessionID) {
        guard let connection = connections[session], isOpen(connection) else { return }
        let socket = connection.socket
        let written = padded.withBytes(of: frame) { lws_write(socket, $0, $1, LWS_WRITE_TEXT) }
        guard written >= 0 else { return terminate(connection) }
        framesSent += 1
        bytesSent += frame.count
        guard lws_partial_buffered(socket) != 0 else { return }
        if connection.writeDeadline == nil {
            connection.writeDeadline = now + server.configuration.times.writeTimeout
            blocked.append(connection)
        }
        edge.block(session)
        lws_callback_on_writable(socket)
    }

    /// Sends the close frame when the socket is writable, after all frames before it.
    private func close(_ session: SessionID, _ reason: CloseReason, _ text: [UInt8]) {
        guard let connection = connections[session] else { return }
        if reason == .noSuchRoom { http.noteWrongCode(connection.room, from: connection.origin) }
        forgetSession(of: connection)
        connection.pendingClose = (reason.code, text)
        lws_callback_on_writable(connection.socket)
    }

    /// Counts a session that has joined as one of its address in the room.
    private func noteJoined(_ session: SessionID) {
        guard let connection = connections[session] else { return }
        connection.hasJoined = true
        server.addresses.withLock {
            $0.beginSession(in: connection.room, from: connection.origin, at: now)
        }
    }

    private func forgetSession(of connection: Connection) {
        connections.endSession(of: connection)
        guard connection.hasJoined else { return }
        connection.hasJoined = false
        server.addresses.withLock {
            $0.endSession(in: connection.room, from: connection.origin, at: now)
        }
    }

    private func endSession(of connection: Connection) {
        guard let session = connection.session else { return }
        forgetSession(of: connection)
        perform(edge.disconnect(session, at: now))
    }

    /// False if libwebsockets has begun to close the connection, because a frame violated RFC 6455. Nothing may
    /// follow the close frame, so the session ends.
    func isOpen(_ connection: Connection) -> Bool {
        if lws_get_close_length(connection.socket) == 0 { return true }
        endSession(of: connection)
        return false
    }

    /// Closes the socket without a close frame after the current callback.
    func terminate(_ connection: Connection) {
        lws_set_timeout(connection.socket, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC)
    }
}

// MARK: - Events of WebSockets

extension Sessions {
    /// Gives libwebsockets a connection with a valid handshake. The connection has become a WebSocket, or
    /// is closed, before this returns.
    func open(_ pending: PendingWebSocket) {
        guard !wakeUps.isStopping, let context else {
            return http.releaseWebSocket(from: pending.origin)
        }
        defer { opening = nil }
        guard pending.stream.isSecure else {
            opening = (pending, nil)
            context.adopt(pending.stream.release(), pending.handshake)
            if opening != nil { http.releaseWebSocket(from: pending.origin) }
            return
        }
        guard let (descriptor, relay) = http.beginRelay(for: pending) else {
            return http.releaseWebSocket(from: pending.origin)
        }
        opening = (pending, relay)
        context.adopt(descriptor, pending.handshake)
        http.relay(relay)
    }

    func handle(_ event: SocketEvent) -> SocketDecision {
        if event.reason == LWS_CALLBACK_ESTABLISHED { return establish(event.socket) }
        guard let data = lws_get_opaque_user_data(event.socket) else { return .proceed }
        let connection = Unmanaged<Connection>.fromOpaque(data).takeUnretainedValue()
        switch event.reason {
        case LWS_CALLBACK_RECEIVE: receive(event, on: connection)
        case LWS_CALLBACK_RECEIVE_PONG: connection.isAlive = true
        case LWS_CALLBACK_SERVER_WRITEABLE: return write(connection)
        case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
            // After a close frame the client may send nothing, and the server sends only its close frame.
            endSession(of: connection)
            // libwebsockets would return any code.
            return isCloseFrame(event.bytes) ? .proceed : .closeSocket
        case LWS_CALLBACK_CLOSED: endSession(of: connection)
        case LWS_CALLBACK_WSI_DESTROY:
            lws_set_opaque_user_data(event.socket, nil)
            forget(connection)
            Unmanaged.passUnretained(connection).release()
        default: break
        }
        return .proceed
    }

    private func establish(_ socket: OpaquePointer) -> SocketDecision {
        guard let (pending, relay) = opening else { return .closeSocket }
        opening = nil
        let descriptor = relay?.stream.descriptor ?? lws_get_socket_fd(socket)
        let connection = Connection(
            socket, descriptor, to: pending.room, from: pending.origin, through: relay)
        connections.insert(connection)
        lws_set_opaque_user_data(socket, Unmanaged.passRetained(connection).toOpaque())
        scheduleSweep()
        let (session, instructions) = edge.connect(
            pending.room, from: connection.origin.number, lockout: pending.lockout, at: now)
        connections.begin(session, on: connection)
        openedCount += 1
        perform(instructions)
        return .proceed
    }

    private func forget(_ connection: Connection) {
        endSession(of: connection)
        connection.writeDeadline = nil
        connection.pauseEnd = nil
        if connection.relay == nil { http.releaseWebSocket(from: connection.origin) }
        connections.remove(connection)
        closedCount += 1
        // Without connections, no sweep returns it.
        if connections.count == 0 { returnMemory() }
    }

    private func receive(_ event: SocketEvent, on connection: Connection) {
        connection.isAlive = true
        guard let session = connection.session else { return }
        // Nearly every message arrives in one piece, so all of them share one buffer.
        frame.removeAll(keepingCapacity: true)
        if !connection.partialFrame.isEmpty {
            frame = connection.partialFrame
            connection.partialFrame = []
        }
        // The edge receives a binary message as an empty one, which it refuses.
        let isText = lws_frame_is_binary(event.socket) == 0
        if isText { frame.append(contentsOf: event.bytes) }
        let isWhole =
            lws_is_final_fragment(event.socket) != 0
            && lws_remaining_packet_payload(event.socket) == 0
        // The edge closes the connection, so the rest of an invalid message does not matter.
        let isInvalid = !isText || frame.count > WireLimits.frameBytesMax
        guard isWhole || isInvalid else { return swap(&frame, &connection.partialFrame) }
        perform(edge.receive(frame, from: session, at: now))
        framesReceived += 1
        tickFrameCount += 1
        if tickFrameCount.isMultiple(of: Self.framesAtOnceMax) {
            perform(edge.endTick(at: now))
            submitRequests()
        }
    }

    /// So few that the rooms of these frames are still in the processor's caches when the edge broadcasts their events.
    static let framesAtOnceMax = 256

    private func write(_ connection: Connection) -> SocketDecision {
        if let close = connection.pendingClose {
            var text = close.text
            let status = lws_close_status(UInt32(close.code))
            lws_close_reason(connection.socket, status, &text, text.count)
            return .closeSocket
        }
        guard connection.writeDeadline != nil else { return .proceed }
        connection.writeDeadline = nil
        if let session = connection.session { edge.unblock(session) }
        return .proceed
    }
}

/// Checks the body of a close frame by RFC 6455, sections 5.5.1 and 7.4: a code of the standard, of the IANA registry or
/// of an application, and a reason.
private func isCloseFrame(_ body: some Collection<UInt8>) -> Bool {
    guard !body.isEmpty else { return true }
    guard body.count >= 2, String(validating: body.dropFirst(2), as: UTF8.self) != nil else {
        return false
    }
    switch body.prefix(2).reduce(0, { $0 << 8 | Int($1) }) {
    case 1000...1003, 1007...1014, 3000...4999: return true
    default: return false
    }
}
