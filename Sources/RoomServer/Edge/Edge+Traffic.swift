import SharedRoom

/// The bound on everything that a client sends. Pings, fragments and empty frames cost a server processor
/// time, too, and the limits of keys do not count them.
extension Edge {
    /// Charges what a socket has received since the last call. While the client or its address has sent
    /// more than it may, `pause` is how long the shell must not read from the socket, in milliseconds; the
    /// client learns which limit it met.
    public mutating func charge(
        bytes: Int64, packets: Int64, to session: SessionID, at now: Int64
    ) -> (pause: Int64, instructions: [EdgeInstruction]) {
        guard sessions.isCurrent(session.slotID) else { return (0, []) }
        let cost = bytes + packets * Self.packetBytes
        let address = sessions[session.slot].address
        var own = sessions[session.slot].traffic ?? TokenBucket(limits.traffic, at: now)
        // While connected, the address pays only what the connection's own limit allows, so that one flooding
        // client does not pause a class. The rest is charged when the connection ends.
        addresses[address].traffic.charge(min(cost, max(0, own.refill(limits.traffic, at: now))))
        own.charge(cost)
        sessions[session.slot].traffic = own
        let ownPause = own.debtTime(limits.traffic, at: now)
        let addressPause = addresses[address].traffic.debtTime(limits.addressTraffic, at: now)
        let pause = max(ownPause, addressPause)
        guard pause > 0 else { return (0, []) }
        let limit: StaticString =
            ownPause >= addressPause ? "trafficPerSecond" : "addressTrafficPerSecond"
        emit(.send(session, Self.throttled(by: limit, retry: pause)))
        return (pause, finishCall())
    }

    /// Charges the address for the excess of a connection that ends, so that reconnecting gains nothing.
    mutating func chargeExcess(of session: Session) {
        guard let debt = session.traffic?.debt else { return }
        addresses[session.address].traffic.charge(debt)
    }

    private static func throttled(by limit: StaticString, retry: Int64) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.beginObject("throttled")
        writer.member("limit", limit)
        writer.member("retry", retry)
        writer.endObject()
        writer.endObject()
        return writer.bytes
    }

    /// The cost of receiving a packet, in bytes.
    private static let packetBytes: Int64 = 128
}
