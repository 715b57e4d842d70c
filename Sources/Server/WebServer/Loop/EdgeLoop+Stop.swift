import CLibWebSockets
import Glibc
import RoomServer

/// Stops the loop: it accepts no connections, tells all clients when to reconnect, and ends when its
/// responses and close frames are sent, or after a timeout.
extension EdgeLoop {
    func beginStop(at now: Int64) {
        guard !isStopping else { return }
        wakeTimes.stop = now + server.configuration.times.closeTimeout
        // One loop logs it for the server.
        if number == 0 { log(.stopping) }
        if let listening { lws_set_timeout(listening, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC) }
        perform(edge.stop(at: now))
        for connection in http.all where [.reading, .answering].contains(connection.stage) {
            close(connection)
        }
    }

    var isStopping: Bool { wakeTimes.stop != .max }

    /// True if all connections are closed, or the time to close them is over.
    func isOver(at now: Int64) -> Bool {
        isStopping && (connections.count == 0 && http.count == 0 || wakeTimes.stop <= now)
    }
}
