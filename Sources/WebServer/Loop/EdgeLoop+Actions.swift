import CLibWebSockets
import RoomServer

/// What the edge wants done.
extension EdgeLoop {
    func perform(_ actions: [EdgeAction]) {
        for action in actions {
            switch action {
            case .log(let request): submit(request)
            case .send(let session, let frame): send(frame, to: session)
            case .close(let session, let reason, let text):
                close(session, reason.code, text)
            case .wake(let time): wake(at: time)
            }
        }
    }

    func connection(of session: SessionID) -> Connection? {
        guard connections.indices.contains(session.slot),
            let connection = connections[session.slot], connection.session == session
        else { return nil }
        return connection
    }

    private func send(_ frame: [UInt8], to session: SessionID) {
        guard let connection = connection(of: session) else { return }
        let socket = connection.socket
        let written = padded.withBytes(of: frame) { lws_write(socket, $0, $1, LWS_WRITE_TEXT) }
        guard written >= 0 else { return kill(connection) }
        guard lws_partial_buffered(socket) != 0 else { return }
        if connection.blockedSince == nil { connection.blockedSince = Alarm.now }
        edge.block(session)
        lws_callback_on_writable(socket)
    }

    /// The socket says goodbye when it takes more, after everything that was said before.
    private func close(_ session: SessionID, _ code: UInt16, _ text: [UInt8]) {
        guard let connection = connection(of: session) else { return }
        connections[session.slot] = nil
        connection.session = nil
        connection.farewell = (code, text)
        lws_callback_on_writable(connection.socket)
    }

    /// The socket is closed without a word, as soon as the turn is over.
    func kill(_ connection: Connection) {
        lws_set_timeout(connection.socket, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC)
    }

    func wake(at time: Int64) {
        guard time < alarmTime else { return }
        alarmTime = time
        alarm.set(time)
    }
}
