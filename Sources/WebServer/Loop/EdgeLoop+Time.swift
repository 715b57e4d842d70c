import CLibWebSockets
import RoomServer
import RoomStore

/// What is done by the clock.
extension EdgeLoop {
    /// One alarm serves whoever wants to be woken: the next of these times.
    struct Times {
        var edge = Int64.max
        var sweep = Int64.max
        /// When a stop is over, whoever is left.
        var end = Int64.max

        var next: Int64 { min(edge, sweep, end) }
    }

    func hearAlarm() {
        counts.lateness.note(max(0, MonotonicClock.nanoseconds - alarmTime * 1_000_000))
        // It rings once: whoever is to be woken at this very time again needs it set again.
        alarmTime = .max
        if times.edge <= now {
            times.edge = .max
            perform(edge.wake(at: now))
        }
        if times.sweep <= now {
            times.sweep = .max
            sweep(at: now)
            sweepLater(at: now)
        }
    }

    func wakeEdge(at time: Int64) {
        times.edge = min(times.edge, time)
    }

    /// Again and again, as long as anybody is connected.
    func sweepLater(at now: Int64) {
        guard connections.count > 0, times.sweep == .max else { return }
        times.sweep = now + server.configuration.times.sweepPeriod
    }

    /// One slice is asked for a sign of life, and the one that was asked some sweeps ago must have given
    /// it. Whoever is in the middle of being closed has another end.
    private func sweep(at now: Int64) {
        sweepCount += 1
        for connection in connections.slice(sweepCount + Self.sliceCount - Self.answerSweeps) {
            guard connection.isWebSocket, !connection.isAlive else { continue }
            log(.silent, from: connection.origin)
            kill(connection)
        }
        for connection in connections.slice(sweepCount) {
            guard connection.session != nil, connection.patienceEnd == nil else { continue }
            connection.isAlive = false
            padded.withBytes(of: Self.ping) { bytes, count in
                _ = lws_write(connection.socket, bytes, count, LWS_WRITE_PING)
            }
        }
        closeSlow(at: now)
    }

    func notePatience(_ connection: Connection, at now: Int64) {
        guard connection.patienceEnd == nil else { return }
        let times = server.configuration.times
        connection.patienceEnd =
            now + (connection.isWebSocket ? times.patience : times.requestPatience)
        slow.append(connection)
    }

    private func closeSlow(at now: Int64) {
        slow.removeAll { connection in
            if !connection.isWebSocket, lws_partial_buffered(connection.socket) == 0 {
                connection.patienceEnd = nil
            }
            guard let end = connection.patienceEnd else { return true }
            guard end <= now else { return false }
            log(.slow, from: connection.origin)
            kill(connection)
            return true
        }
    }

    /// Everybody is asked for a sign of life every so many sweeps, and has so many to give it.
    static let sliceCount = 125
    static let answerSweeps = 50
    /// libwebsockets does not tell of an answer without bytes.
    private static let ping = [UInt8(ascii: "?")]
}
