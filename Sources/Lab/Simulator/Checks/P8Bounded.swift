import RoomServer
import SharedRoom

/// P8: no client, room or message takes unbounded memory.
extension PromiseChecker {
    func checkMemory(of edge: EdgeHost) {
        var allBytes = 0
        for name in world.roomNames {
            let bytes = edge.edge.ringByteCount(of: name)
            allBytes += bytes
            if bytes > edge.limits[.ringBytesMax] {
                fail(.bounded, in: name, "a ring has \(bytes) bytes")
            }
        }
        if allBytes > edge.limits[.ringsBytesMax] {
            fail(.bounded, in: nil, "the rings of an edge have \(allBytes) bytes")
        }
        for connection in edge.connections {
            guard let connection else { continue }
            if connection.toPeer.byteCount > world.socketBytesMax + Self.tickBytesMax {
                fail(
                    .bounded, in: connection.room,
                    "\(connection.toPeer.byteCount) bytes wait for a session")
            }
            if let since = connection.blockedSince,
                world.now - since > EdgeHost.slowReaderTimeout + 1_000
            {
                fail(
                    .bounded, in: connection.room,
                    "a session reads nothing for \(world.now - since) ms")
            }
        }
    }

    /// Bytes that one tick can write when a socket is almost full.
    private static let tickBytesMax = 262_144

    /// Checks that an edge has exactly one session for each connection.
    func checkSessionCount(_ edge: EdgeHost) {
        let open = edge.connections.filter { $0 != nil }.count
        guard edge.edge.sessionCount != open, let name = world.roomNames.first else { return }
        fail(.bounded, in: name, "an edge has \(edge.edge.sessionCount) sessions, not \(open)")
    }
}
