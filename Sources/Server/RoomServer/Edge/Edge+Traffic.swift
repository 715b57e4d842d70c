import SharedRoom

/// The bound on everything that a client sends. Pings, fragments and empty frames cost a server processor
/// time, too, and the limits of keys do not count them.
extension Edge {
    /// Charges the bytes that a socket has received since the last call. If the client, its address or its room has
    /// sent more than it may, `pause` is the time in milliseconds for which the shell must not read from the socket. The
    /// client learns which limit it met.
    public mutating func charge(
        bytes: Int64, packets: Int64, to session: SessionID, at now: Int64
    ) -> (pause: Int64, instructions: [EdgeInstruction]) {
        guard sessions.isCurrent(session.slotID) else { return (0, []) }
        let cost = bytes + packets * Self.packetBytes
        let address = sessions[session.slot].address
        var traffic =
            sessions[session.slot].traffic
            ?? (TokenBucket(limits.traffic, at: now), Share(at: now), Share(at: now))
        // While the client is connected, its address and its room pay only for bytes within the connection's own limit,
        // so that one flooding client does not pause a class. The address pays the rest when the connection ends.
        let shared = min(cost, max(0, traffic.own.refill(limits.traffic, at: now)))
        traffic.own.charge(cost, limits.traffic)
        let pause = Self.longestWait(
            (traffic.own.debtTime(limits.traffic, at: now), limits.traffic),
            Self.debt(shared, of: &traffic.address, in: &addresses[address].traffic, at: now),
            roomDebt(of: session, shared, &traffic.room, at: now))
        sessions[session.slot].traffic = traffic
        guard pause.time > 0 else { return (0, []) }
        emit(.noteLimit(pause.limit, session))
        emit(.send(session, Self.throttled(by: pause.limit, retry: pause.time)))
        return (pause.time, finishCall())
    }

    /// Charges bytes. Returns the time until neither the bucket nor the share is overdrawn.
    private static func debt(
        _ bytes: Int64, of share: inout Share, in bucket: inout SharedBucket, at now: Int64
    ) -> (time: Int64, rate: Rate) {
        share.charge(bytes, to: &bucket, at: now)
        return (share.debtTime(&bucket, at: now), bucket.rate)
    }

    private mutating func roomDebt(
        of session: SessionID, _ bytes: Int64, _ share: inout Share, at now: Int64
    ) -> (time: Int64, rate: Rate) {
        guard case .joined(let room, _) = sessions[session.slot].state else {
            return (0, limits.roomTraffic)
        }
        rooms[room].traffic.sharerCount = rooms[room].members.count
        return Self.debt(bytes, of: &share, in: &rooms[room].traffic, at: now)
    }

    /// Charges the address for the excess of a connection that ends, so that reconnecting gains nothing.
    mutating func chargeExcess(of session: Session) {
        guard let debt = session.traffic?.own.debt(limits.traffic) else { return }
        addresses[session.address].traffic.charge(debt)
    }

    private static func throttled(by limit: ClientLimit, retry: Int64) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.beginObject("throttled")
        writer.member("limit", limit.bytes)
        writer.member("retry", retry)
        writer.endObject()
        writer.endObject()
        return writer.bytes
    }

    /// The cost of receiving a packet, in bytes.
    private static let packetBytes: Int64 = 128
}
