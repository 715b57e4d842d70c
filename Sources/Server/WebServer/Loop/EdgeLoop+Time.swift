import CLibWebSockets
import RoomServer
import RoomStore

/// Handles the alarm, and sweeps over the WebSockets.
///
/// A sweep finds dead connections. The WebSockets are divided into `sliceCount` slices, and each sweep
/// begins with the next slice: it closes the connections of an earlier slice that have not answered their
/// ping after `pongSweeps` sweeps, and those that have not read in time. Then it pings the slice. The pings
/// of a large slice are spread over the time until the next sweep, a few at a time, because many writes
/// at once would delay the keys of other clients.
extension EdgeLoop {
    /// The times at which the loop has work without an event. The alarm is set to the earliest.
    struct WakeTimes {
        var edge = Int64.max
        var sweep = Int64.max
        var http = Int64.max
        var traffic = Int64.max
        /// The end of a stop, with or without open connections.
        var stop = Int64.max

        var next: Int64 { min(edge, sweep, http, traffic, stop) }
    }

    func handleAlarm() {
        counts.lateness.note(max(0, MonotonicClock.nanoseconds - alarmTime * 1_000_000))
        // The alarm fires once. Another deadline at the same time must set it again.
        alarmTime = .max
        if wakeTimes.edge <= now {
            wakeTimes.edge = .max
            perform(edge.wake(at: now))
        }
        if wakeTimes.http <= now { closeOverdue() }
        if wakeTimes.traffic <= now { endPauses() }
        if wakeTimes.sweep <= now {
            wakeTimes.sweep = .max
            sweep(at: now)
            scheduleSweep(at: now)
        }
    }

    func wakeEdge(at time: Int64) {
        wakeTimes.edge = min(wakeTimes.edge, time)
    }

    /// The progress of the sweeps.
    struct SweepPosition {
        fileprivate var slice = 0
        /// The number of connections of the slice that were pinged.
        fileprivate var pingedCount = Int.max
        /// The time when the sweep of this slice began.
        fileprivate var start: Int64 = 0
    }

    /// Sets the time of the next pings, unless it is set or there are no connections.
    func scheduleSweep(at now: Int64) {
        guard connections.count > 0, wakeTimes.sweep == .max else { return }
        let period = server.configuration.times.sweepPeriod
        let count = connections.slice(sweepPosition.slice).count
        guard sweepPosition.pingedCount < count else {
            let next = sweepPosition.start + period
            wakeTimes.sweep = next > now ? next : now + period
            return
        }
        wakeTimes.sweep =
            sweepPosition.start + period * Int64(sweepPosition.pingedCount) / Int64(count)
    }

    private func sweep(at now: Int64) {
        if sweepPosition.pingedCount >= connections.slice(sweepPosition.slice).count {
            sweepPosition.slice += 1
            sweepPosition.pingedCount = 0
            sweepPosition.start = now
            closeSilent()
            closeSlow(at: now)
            returnMemory()
        }
        let slice = connections.slice(sweepPosition.slice)
        for connection in slice.dropFirst(sweepPosition.pingedCount).prefix(Self.pingsAtOnce) {
            ping(connection)
        }
        sweepPosition.pingedCount += Self.pingsAtOnce
    }

    /// Returns the memory of a crowd that has left to the system. The allocator would keep it.
    func returnMemory() {
        guard closedCount >= Self.closedPerReturn else { return }
        closedCount = 0
        malloc_trim(0)
    }

    private func closeSilent() {
        let slice = sweepPosition.slice + Self.sliceCount - Self.pongSweeps
        for connection in connections.slice(slice) where !connection.isAlive {
            log(.silent, from: connection.origin)
            terminate(connection)
        }
    }

    /// Pings a connection, unless it is being closed or its socket is full. Both have other timeouts.
    private func ping(_ connection: Connection) {
        guard connection.session != nil, connection.writeDeadline == nil, isOpen(connection) else {
            return
        }
        connection.isAlive = false
        padded.withBytes(of: Self.pingPayload) { bytes, count in
            _ = lws_write(connection.socket, bytes, count, LWS_WRITE_PING)
        }
    }

    func startWriteDeadline(of connection: Connection, at now: Int64) {
        guard connection.writeDeadline == nil else { return }
        connection.writeDeadline = now + server.configuration.times.writeTimeout
        blocked.append(connection)
    }

    private func closeSlow(at now: Int64) {
        blocked.removeAll { connection in
            guard let end = connection.writeDeadline else { return true }
            guard end <= now else { return false }
            log(.slow, from: connection.origin)
            terminate(connection)
            return true
        }
    }

    /// The number of sweeps between two pings of a connection.
    static let sliceCount = 125
    /// The number of sweeps that a client has for its answer to a ping.
    static let pongSweeps = 50
    private static let pingsAtOnce = 4
    private static let closedPerReturn = 256
    /// libwebsockets does not report an empty pong.
    private static let pingPayload = [UInt8(ascii: "?")]
}
