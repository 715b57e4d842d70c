import RoomServer
import SharedRoom

/// P8: no client, room or message takes unbounded memory.
extension Checks {
    func checkBounded(_ edge: EdgeHost) {
        var allBytes = 0
        for name in world.roomNames {
            let bytes = edge.edge.ringByteCount(of: name)
            allBytes += bytes
            if bytes > edge.limits.ringBytesMax {
                fail(.bounded, in: name, "a ring has \(bytes) bytes")
            }
        }
        if allBytes > edge.limits.ringsBytesMax {
            fail(.bounded, in: nil, "the rings of an edge have \(allBytes) bytes")
        }
        for link in edge.links {
            guard let link else { continue }
            if link.toCaller.byteCount > world.socketBytesMax + Self.turnBytesMax {
                fail(.bounded, in: link.room, "\(link.toCaller.byteCount) bytes wait for a session")
            }
            if let since = link.blockedSince, world.now - since > EdgeHost.readTime + 1_000 {
                fail(.bounded, in: link.room, "a session reads nothing for \(world.now - since) ms")
            }
        }
    }

    /// Bytes that one tick can write when a socket is almost full.
    private static let turnBytesMax = 262_144

    /// Checks that an edge has exactly one session for each connection.
    func checkBounded(atRest edge: EdgeHost) {
        let open = edge.links.filter { $0 != nil }.count
        guard edge.edge.sessionCount != open, let name = world.roomNames.first else { return }
        fail(.bounded, in: name, "\(edge.edge.sessionCount) sessions for \(open) connections")
    }
}
