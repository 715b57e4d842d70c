import CLibWebSockets
import Glibc
import RoomServer
import SharedRoom

/// What sockets say.
extension EdgeLoop: SocketListener {
    func hear(_ event: SocketEvent) -> SocketAnswer {
        noteEvent()
        switch event.reason {
        case LWS_CALLBACK_RAW_RX_FILE:
            hearFile(event)
            return .goOn
        case LWS_CALLBACK_ESTABLISHED: return establish(event)
        case LWS_CALLBACK_RECEIVE: receive(event)
        case LWS_CALLBACK_RECEIVE_PONG: connection(event)?.isAlive = true
        case LWS_CALLBACK_SERVER_WRITEABLE: return write(event)
        case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
            // After it the client may send nothing, and nothing more is sent but the answer.
            if let connection = connection(event) { endSession(of: connection) }
            // libwebsockets would send any code back.
            return CloseFrame.isSound(event.bytes) ? .goOn : .hangUp
        case LWS_CALLBACK_CLOSED:
            if let connection = connection(event) { endSession(of: connection) }
        case LWS_CALLBACK_WSI_DESTROY: forget(event)
        default: break
        }
        return .goOn
    }

    private func hearFile(_ event: SocketEvent) {
        let descriptor = lws_get_socket_fd(event.socket)
        if descriptor == listener.descriptor { return acceptAll() }
        if descriptor == http.watcher.descriptor { return hearHTTP() }
        event.readCount()
        if descriptor == alarm.descriptor { hearAlarm() }
    }

    /// Gives libwebsockets a connection that is to become a WebSocket. It does so before this returns.
    func welcome(_ newcomer: Newcomer) {
        guard !isStopping, let context else { return release(newcomer.origin) }
        arriving = newcomer
        if newcomer.stream.isSecure {
            guard let (descriptor, relayed) = beginRelay(newcomer) else {
                return release(newcomer.origin)
            }
            context.adopt(descriptor, newcomer.handshake)
            relay(relayed)
        } else {
            context.adopt(newcomer.stream.release(), newcomer.handshake)
            if arriving != nil { release(newcomer.origin) }
        }
        arriving = nil
    }

    func connection(_ event: SocketEvent) -> Connection? {
        lws_get_opaque_user_data(event.socket).map {
            Unmanaged<Connection>.fromOpaque($0).takeUnretainedValue()
        }
    }

    private func forget(_ event: SocketEvent) {
        guard let data = lws_get_opaque_user_data(event.socket) else { return }
        lws_set_opaque_user_data(event.socket, nil)
        let connection = Unmanaged<Connection>.fromOpaque(data).takeRetainedValue()
        endSession(of: connection)
        connection.patienceEnd = nil
        connection.pauseEnd = nil
        if !connection.isRelayed { release(connection.origin) }
        connections.remove(connection)
    }

    private func establish(_ event: SocketEvent) -> SocketAnswer {
        guard let newcomer = arriving else { return .hangUp }
        arriving = nil
        let connection = Connection(
            event.socket,
            newcomer.stream.isSecure
                ? newcomer.stream.descriptor : lws_get_socket_fd(event.socket),
            from: newcomer.origin, isRelayed: newcomer.stream.isSecure)
        connections.insert(connection)
        lws_set_opaque_user_data(event.socket, Unmanaged.passRetained(connection).toOpaque())
        sweepLater(at: now)
        let (session, actions) = edge.connect(
            newcomer.room, from: connection.origin.number, at: now)
        connections.begin(session, on: connection)
        counts.sessionsOpened += 1
        perform(actions)
        return .goOn
    }

    private func receive(_ event: SocketEvent) {
        guard let connection = connection(event) else { return }
        connection.isAlive = true
        guard let session = connection.session else { return }
        // Nearly every frame comes in one piece, and one place serves them all.
        frame.removeAll(keepingCapacity: true)
        if !connection.frame.isEmpty {
            frame = connection.frame
            connection.frame = []
        }
        // A frame of bytes has no text: to the edge it is an empty one.
        let isText = lws_frame_is_binary(event.socket) == 0
        if isText { frame.append(contentsOf: event.bytes) }
        let isWhole =
            lws_is_final_fragment(event.socket) != 0
            && lws_remaining_packet_payload(event.socket) == 0
        // What is wrong already need not be waited for: the edge closes it.
        let isWrong = !isText || frame.count > server.configuration.limits.frameBytesMax
        guard isWhole || isWrong else { return swap(&frame, &connection.frame) }
        perform(edge.receive(frame, from: session, at: now))
        noteFrame()
    }

    private func write(_ event: SocketEvent) -> SocketAnswer {
        guard let connection = connection(event) else { return .goOn }
        if let farewell = connection.farewell {
            var text = farewell.text
            let status = lws_close_status(UInt32(farewell.code))
            lws_close_reason(event.socket, status, &text, text.count)
            return .hangUp
        }
        guard connection.patienceEnd != nil else { return .goOn }
        connection.patienceEnd = nil
        if let session = connection.session { edge.unblock(session) }
        return .goOn
    }

    private func endSession(of connection: Connection) {
        guard let session = connection.session else { return }
        connections.endSession(of: connection)
        perform(edge.disconnect(session, at: now))
    }
}
