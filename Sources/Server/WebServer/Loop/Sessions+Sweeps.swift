import CLibWebSockets
import Glibc
import RoomServer

/// Sweeps over the WebSockets.
///
/// A sweep finds dead connections. The WebSockets are divided into `sliceCount` slices, and each sweep
/// begins with the next slice: it closes the connections of an earlier slice that have not answered their
/// ping after `pongSweeps` sweeps, and those that have not read in time. Then it pings the slice. The pings
/// of a large slice are spread over the time until the next sweep, a few at a time, because many writes
/// at once would delay the keys of other clients.
extension Sessions {
    /// The progress of the sweeps.
    struct SweepPosition {
        fileprivate var slice = 0
        /// The number of connections of the slice that were pinged.
        fileprivate var pingedCount = Int.max
        /// The time when the sweep of this slice began.
        fileprivate var start: Int64 = 0
    }

    /// Sets the time of the next pings, unless it is set or there are no connections.
    func scheduleSweep() {
        guard connections.count > 0, sweepTime == .max else { return }
        let period = server.configuration.times.sweepPeriod
        let (start, pinged) = (sweepPosition.start, sweepPosition.pingedCount)
        let count = connections.slice(sweepPosition.slice).count
        sweepTime =
            pinged < count
            ? start + period * Int64(pinged) / Int64(count)
            : start + period > now ? start + period : now + period
    }

    func sweep() {
        sweepTime = .max
        if sweepPosition.pingedCount >= connections.slice(sweepPosition.slice).count {
            sweepPosition = SweepPosition(
                slice: sweepPosition.slice + 1, pingedCount: 0, start: now)
            closeSilent()
            closeSlow()
            returnMemory()
        }
        let slice = connections.slice(sweepPosition.slice)
        for connection in slice.dropFirst(sweepPosition.pingedCount).prefix(Self.pingsAtOnce) {
            ping(connection)
        }
        sweepPosition.pingedCount += Self.pingsAtOnce
        scheduleSweep()
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
            server.log(.silent, from: connection.origin)
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

    private func closeSlow() {
        blocked.removeAll { connection in
            guard let end = connection.writeDeadline else { return true }
            guard end <= now else { return false }
            server.log(.slow, from: connection.origin)
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

/// Meters what connections send.
///
/// libwebsockets answers pings and joins fragments without reporting them. So the loop asks the system how
/// much each socket has received: one connection after each time that sockets were read. A loop that
/// clients keep busy therefore meters often, and an idle loop never. A connection that sent too much is not
/// read for a while, and TCP makes its client wait.
extension Sessions {
    func meterNextConnection() {
        guard let connection = connections.next(), let session = connection.session,
            connection.pauseEnd == nil,
            let received = SocketTraffic(of: connection.descriptor)
        else { return }
        let bytes = received.bytes - (connection.received?.bytes ?? 0)
        guard bytes > 0 else { return }
        // The system counts packets in 32 bits.
        let packets = max(0, received.packets - (connection.received?.packets ?? 0))
        connection.received = received
        let (pause, instructions) = edge.charge(
            bytes: bytes, packets: packets, to: session, at: now)
        perform(instructions)
        guard pause > 0 else { return }
        connection.pauseEnd = now + pause
        pauseTime = min(pauseTime, now + pause)
        paused.append(connection)
        setReading(false, connection)
    }

    /// libwebsockets does not see the TLS records, and a client could send records without data.
    private func setReading(_ isReading: Bool, _ connection: Connection) {
        lws_rx_flow_control(connection.socket, isReading ? 1 : 0)
        guard let relay = connection.relay else { return }
        relay.relay?.readsClient = isReading
        http.relay(relay)
    }

    func endPauses() {
        pauseTime = .max
        paused.removeAll { connection in
            guard let end = connection.pauseEnd else { return true }
            guard end <= now else {
                pauseTime = min(pauseTime, end)
                return false
            }
            connection.pauseEnd = nil
            setReading(true, connection)
            return true
        }
    }
}
