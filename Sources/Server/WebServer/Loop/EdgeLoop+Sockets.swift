import CLibWebSockets
import Glibc
import RoomServer
import SharedRoom

/// Handles the events of sockets.
extension EdgeLoop: SocketEventHandler {
    func handle(_ event: SocketEvent) -> SocketDecision {
        beginTick()
        switch event.reason {
        case LWS_CALLBACK_RAW_RX_FILE:
            handleDescriptor(event)
            return .proceed
        case LWS_CALLBACK_ESTABLISHED: return establish(event)
        case LWS_CALLBACK_RECEIVE: receive(event)
        case LWS_CALLBACK_RECEIVE_PONG: connection(event)?.isAlive = true
        case LWS_CALLBACK_SERVER_WRITEABLE: return write(event)
        case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
            // After a close frame the client may send nothing, and the server sends only its close frame.
            if let connection = connection(event) { endSession(of: connection) }
            // libwebsockets would return any code.
            return CloseFrame.isValid(event.bytes) ? .proceed : .closeSocket
        case LWS_CALLBACK_CLOSED:
            if let connection = connection(event) { endSession(of: connection) }
        case LWS_CALLBACK_WSI_DESTROY: forget(event)
        default: break
        }
        return .proceed
    }

    private func handleDescriptor(_ event: SocketEvent) {
        let descriptor = lws_get_socket_fd(event.socket)
        if descriptor == listener.descriptor { return acceptConnections() }
        if descriptor == http.watcher.descriptor { return handleReady(http.watcher) }
        if descriptor == http.relayWatcher.descriptor { return handleReady(http.relayWatcher) }
        event.readCount()
        if descriptor == alarm.descriptor { handleAlarm() }
    }

    /// Gives libwebsockets a connection with a valid handshake. The connection has become a WebSocket, or
    /// is closed, before this returns.
    func open(_ pending: PendingWebSocket) {
        guard !isStopping, let context else { return releaseWebSocket(from: pending.origin) }
        opening = pending
        if pending.stream.isSecure {
            guard let (descriptor, relayed) = beginRelay(for: pending) else {
                return releaseWebSocket(from: pending.origin)
            }
            relayOfOpening = relayed
            context.adopt(descriptor, pending.handshake)
            relayOfOpening = nil
            relay(relayed)
        } else {
            context.adopt(pending.stream.release(), pending.handshake)
            if opening != nil { releaseWebSocket(from: pending.origin) }
        }
        opening = nil
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
        connection.writeDeadline = nil
        connection.pauseEnd = nil
        if connection.relay == nil { releaseWebSocket(from: connection.origin) }
        connections.remove(connection)
        closedCount += 1
        // Without connections, no sweep returns it.
        if connections.count == 0 { returnMemory() }
    }

    private func establish(_ event: SocketEvent) -> SocketDecision {
        guard let pending = opening else { return .closeSocket }
        opening = nil
        let connection = Connection(
            event.socket,
            pending.stream.isSecure
                ? pending.stream.descriptor : lws_get_socket_fd(event.socket),
            to: pending.room, from: pending.origin, through: relayOfOpening)
        connections.insert(connection)
        lws_set_opaque_user_data(event.socket, Unmanaged.passRetained(connection).toOpaque())
        scheduleSweep(at: now)
        let (session, instructions) = edge.connect(
            pending.room, from: connection.origin.number, lockout: pending.lockout, at: now)
        connections.begin(session, on: connection)
        counts.sessionsOpened += 1
        perform(instructions)
        return .proceed
    }

    private func receive(_ event: SocketEvent) {
        guard let connection = connection(event) else { return }
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
        countFrame()
    }

    private func write(_ event: SocketEvent) -> SocketDecision {
        guard let connection = connection(event) else { return .proceed }
        if let close = connection.pendingClose {
            var text = close.text
            let status = lws_close_status(UInt32(close.code))
            lws_close_reason(event.socket, status, &text, text.count)
            return .closeSocket
        }
        guard connection.writeDeadline != nil else { return .proceed }
        connection.writeDeadline = nil
        if let session = connection.session { edge.unblock(session) }
        return .proceed
    }

    func endSession(of connection: Connection) {
        guard let session = connection.session else { return }
        forgetSession(of: connection)
        perform(edge.disconnect(session, at: now))
    }

    /// Counts a session that has joined as one of its address in the room.
    func noteJoined(_ session: SessionID) {
        guard let connection = connections[session] else { return }
        connection.hasJoined = true
        server.addresses.withLock {
            $0.beginSession(in: connection.room, from: connection.origin, at: now)
        }
    }

    func forgetSession(of connection: Connection) {
        connections.endSession(of: connection)
        guard connection.hasJoined else { return }
        connection.hasJoined = false
        server.addresses.withLock {
            $0.endSession(in: connection.room, from: connection.origin, at: now)
        }
    }
}
