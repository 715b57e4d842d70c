import CLibWebSockets
import Glibc
import RoomServer

/// How a loop ends: nobody new comes in, everybody is told to come back later, and what was said is
/// written.
extension EdgeLoop {
    func beginStop(at now: Int64) {
        guard !isStopping else { return }
        times.end = now + server.configuration.times.farewell
        // One says so for all.
        if number == 0 { log(.stopping) }
        if let listening { lws_set_timeout(listening, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC) }
        perform(edge.stop(at: now))
        for connection in http.all where [.reading, .answering].contains(connection.stage) {
            close(connection)
        }
    }

    var isStopping: Bool { times.end != .max }

    /// Whether nothing is left to be written, or nobody takes it.
    func isOver(at now: Int64) -> Bool {
        isStopping && (connections.count == 0 && http.count == 0 || times.end <= now)
    }
}
