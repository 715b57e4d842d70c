import Glibc

/// What goes to the server. Digits and `C` take turns, so that every key does something and no number
/// grows beyond a digit for each client.
extension Crew {
    /// Once the pressing begins.
    mutating func beginPressing() {
        due = Double(Clock.now)
        for number in clients.indices { refill(number) }
    }

    /// Sends as many keys of a client as may be on the way.
    mutating func refill(_ number: Int) {
        guard case .window(let keys) = assignment.pace, clients[number].isSender,
            orders.current != .rest
        else { return }
        while clients[number].sent - clients[number].returned < keys { addKey(of: number) }
        flush(number)
    }

    /// Sends the keys whose time has come, each at the time that it was meant for: a server that stalls
    /// is not asked less, and what waits in front of it counts as delay.
    mutating func pressWhatIsDue() {
        guard case .rate(let keysPerSecond) = assignment.pace, orders.current != .rest else {
            return
        }
        let now = Clock.now
        while due <= Double(now) {
            press(Int(nextRandom()) % clients.count, at: Int64(due))
            let share = (Double(nextRandom()) + 1) / 4_294_967_297
            due -= log(share) / keysPerSecond * 1e9
        }
    }

    /// How long a turn may wait for the server.
    var patience: Int32 {
        guard order != .rest else { return 5 }
        if case .rate = assignment.pace { return 0 }
        return 1
    }

    private mutating func press(_ number: Int, at time: Int64) {
        guard clients[number].phase == .there else { return }
        guard clients[number].sent - clients[number].returned < PressMemory.keysMax else {
            return fail(number, "the server is \(PressMemory.keysMax) keys behind")
        }
        addKey(of: number)
        memory.note(number, clients[number].sent, due: time)
        flush(number)
    }

    private mutating func addKey(of number: Int) {
        clients[number].sent += 1
        let key = UInt8(ascii: clients[number].sent.isMultiple(of: 2) ? "C" : "7")
        writer.key(key, clients[number].sent, in: assignment.dialect)
    }

    /// Sends what was written.
    mutating func flush(_ number: Int) {
        let bytes = writer.contents
        let count = send(
            clients[number].socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        writer.clear()
        if count != bytes.count { fail(number, "the server takes no more: \(Self.lastError)") }
    }

    private mutating func nextRandom() -> UInt32 {
        random ^= random << 13
        random ^= random >> 17
        random ^= random << 5
        return random
    }
}
