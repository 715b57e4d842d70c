import CLibWebSockets
import RoomServer

/// Meters what connections send.
///
/// libwebsockets answers pings and joins fragments without reporting them. So the loop asks the system how
/// much each socket has received: one connection after each time that sockets were read. A loop that
/// clients keep busy therefore meters often, and an idle loop never. A connection that sent too much is not
/// read for a while, and TCP makes its client wait.
extension EdgeLoop {
    func meterNextConnection() {
        guard let connection = connections.next(), let session = connection.session,
            connection.pauseEnd == nil,
            let received = SocketTraffic(of: connection.descriptor)
        else { return }
        let bytes = received.bytes - connection.received.bytes
        guard bytes > 0 else { return }
        // The system counts packets in 32 bits.
        let packets = max(0, received.packets - connection.received.packets)
        connection.received = received
        beginTick()
        let (pause, instructions) = edge.charge(
            bytes: bytes, packets: packets, to: session, at: now)
        perform(instructions)
        if pause > 0 { stopReading(connection, until: now + pause) }
    }

    private func stopReading(_ connection: Connection, until end: Int64) {
        connection.pauseEnd = end
        paused.append(connection)
        wakeTimes.traffic = min(wakeTimes.traffic, end)
        setReading(false, connection)
    }

    /// libwebsockets does not see the TLS records, and a client could send records without data.
    private func setReading(_ isReading: Bool, _ connection: Connection) {
        lws_rx_flow_control(connection.socket, isReading ? 1 : 0)
        guard let relayed = connection.relay else { return }
        relayed.relay?.readsClient = isReading
        relay(relayed)
    }

    func endPauses() {
        wakeTimes.traffic = .max
        paused.removeAll { connection in
            guard let end = connection.pauseEnd else { return true }
            guard end <= now else {
                wakeTimes.traffic = min(wakeTimes.traffic, end)
                return false
            }
            connection.pauseEnd = nil
            setReading(true, connection)
            return true
        }
    }
}
