import CLibWebSockets
import RoomServer
import RoomStore

/// What is done by the clock.
extension EdgeLoop {
    /// One alarm serves whoever wants to be woken: the next of these times.
    struct Times {
        var edge = Int64.max
        var sweep = Int64.max
        var http = Int64.max
        var traffic = Int64.max
        /// When a stop is over, whoever is left.
        var end = Int64.max

        var next: Int64 { min(edge, sweep, http, traffic, end) }
    }

    func hearAlarm() {
        counts.lateness.note(max(0, MonotonicClock.nanoseconds - alarmTime * 1_000_000))
        // It rings once: whoever is to be woken at this very time again needs it set again.
        alarmTime = .max
        if times.edge <= now {
            times.edge = .max
            perform(edge.wake(at: now))
        }
        if times.http <= now { closeOverdue() }
        if times.traffic <= now { endPauses() }
        if times.sweep <= now {
            times.sweep = .max
            sweep(at: now)
            sweepLater(at: now)
        }
    }

    func wakeEdge(at time: Int64) {
        times.edge = min(times.edge, time)
    }

    /// How far the sockets were gone through: slice by slice, and a busy server's slices a few at a time,
    /// as what is written to many keeps everybody else waiting.
    struct Sweeping {
        fileprivate var slice = 0
        /// Of the slice.
        fileprivate var askedCount = Int.max
        /// When it was begun with.
        fileprivate var beginning: Int64 = 0
    }

    /// Again and again, as long as anybody is connected.
    func sweepLater(at now: Int64) {
        guard connections.count > 0, times.sweep == .max else { return }
        let period = server.configuration.times.sweepPeriod
        let count = connections.slice(sweeping.slice).count
        guard sweeping.askedCount < count else {
            let next = sweeping.beginning + period
            times.sweep = next > now ? next : now + period
            return
        }
        times.sweep = sweeping.beginning + period * Int64(sweeping.askedCount) / Int64(count)
    }

    /// A slice is asked for a sign of life, and the one that was asked some sweeps ago must have given
    /// it. Whoever is in the middle of being closed has another end.
    private func sweep(at now: Int64) {
        if sweeping.askedCount >= connections.slice(sweeping.slice).count {
            sweeping.slice += 1
            sweeping.askedCount = 0
            sweeping.beginning = now
            closeSilent()
            closeSlow(at: now)
        }
        let slice = connections.slice(sweeping.slice)
        for connection in slice.dropFirst(sweeping.askedCount).prefix(Self.askedAtOnce) {
            askForSign(connection)
        }
        sweeping.askedCount += Self.askedAtOnce
    }

    private func closeSilent() {
        for connection in connections.slice(sweeping.slice + Self.sliceCount - Self.answerSweeps) {
            guard !connection.isAlive else { continue }
            log(.silent, from: connection.origin)
            kill(connection)
        }
    }

    private func askForSign(_ connection: Connection) {
        guard connection.session != nil, connection.patienceEnd == nil else { return }
        connection.isAlive = false
        padded.withBytes(of: Self.ping) { bytes, count in
            _ = lws_write(connection.socket, bytes, count, LWS_WRITE_PING)
        }
    }

    func notePatience(_ connection: Connection, at now: Int64) {
        guard connection.patienceEnd == nil else { return }
        connection.patienceEnd = now + server.configuration.times.patience
        slow.append(connection)
    }

    private func closeSlow(at now: Int64) {
        slow.removeAll { connection in
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
    /// Of a slice.
    private static let askedAtOnce = 4
    /// libwebsockets does not tell of an answer without bytes.
    private static let ping = [UInt8(ascii: "?")]
}
