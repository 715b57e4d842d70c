import CLibWebSockets
import RoomServer
import SharedRoom

/// Performs the instructions of the edge.
extension EdgeLoop {
    func perform(_ instructions: [EdgeInstruction]) {
        for instruction in instructions {
            switch instruction {
            case .send(let session, let frame): send(frame, to: session)
            case .close(let session, let reason, let text): close(session, reason, text)
            case .joined(let session): noteJoined(session)
            case .noteLimit(let limit, let session):
                if let connection = connections[session] { log(limit, of: connection.origin) }
            case .wake(let time): wakeEdge(at: time)
            }
        }
    }

    private func send(_ frame: [UInt8], to session: SessionID) {
        guard let connection = connections[session], isOpen(connection) else { return }
        let socket = connection.socket
        let written = padded.withBytes(of: frame) { lws_write(socket, $0, $1, LWS_WRITE_TEXT) }
        guard written >= 0 else { return terminate(connection) }
        counts.framesSent += 1
        counts.bytesSent += frame.count
        guard lws_partial_buffered(socket) != 0 else { return }
        startWriteDeadline(of: connection, at: now)
        edge.block(session)
        lws_callback_on_writable(socket)
    }

    /// Sends the close frame when the socket is writable, after all frames before it.
    private func close(_ session: SessionID, _ reason: CloseReason, _ text: [UInt8]) {
        guard let connection = connections[session] else { return }
        if reason == .noSuchRoom { noteWrongCode(connection.room, from: connection.origin) }
        forgetSession(of: connection)
        connection.pendingClose = (reason.code, text)
        lws_callback_on_writable(connection.socket)
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
