import Glibc
import RoomStore

/// Sending keys. Each client alternates between a digit and `C`, so that every key has an effect and
/// numbers stay short.
extension LoadWorker {
    /// Starts sending keys.
    func startSending() {
        due = Double(MonotonicClock.nanoseconds)
        for number in clients.indices { fillWindow(number) }
    }

    /// Fills a client's window of keys in flight.
    func fillWindow(_ number: Int) {
        guard case .window(let keys) = assignment.pace, clients[number].isSender,
            control.current != .rest
        else { return }
        while clients[number].sent - clients[number].returned < keys { addKey(of: number) }
        flush(number)
    }

    /// Sends the keys that are due. A key's delay counts from its due time, even if the server stalls and
    /// the key is sent late, so that a slow server cannot hide its delays.
    func sendDueKeys() {
        guard control.current != .rest else { return }
        let now = Double(MonotonicClock.nanoseconds)
        switch assignment.pace {
        case .rate(let keysPerSecond):
            while due <= now {
                press(Int(nextRandom()) % clients.count, at: Int64(due))
                let share = (Double(nextRandom()) + 1) / 4_294_967_297
                due -= log(share) / keysPerSecond * 1e9
            }
        case .flood(let framesPerSecond):
            while due <= now {
                flood(floodCount % clients.count)
                floodCount += 1
                due += 1e9 / framesPerSecond
            }
        case .newcomers:
            if due > 0 { replaceAll() }
            due = 0
        case .silent, .window: break
        }
    }

    /// Milliseconds to wait for the server in one iteration.
    var waitMilliseconds: Int32 {
        switch assignment.pace {
        case .rate: phase == .rest ? 5 : 0
        case .silent: 20
        case .window, .flood, .newcomers: 1
        }
    }

    /// Replaces all clients that connected before the measurement.
    private func replaceAll() {
        guard case .newcomers(let inRoom) = assignment.pace else { return }
        for number in clients.indices { replace(number, inRoom: inRoom) }
    }

    private func press(_ number: Int, at time: Int64) {
        guard clients[number].phase == .joined else { return }
        guard clients[number].sent - clients[number].returned < PendingKeys.keysMax else {
            return fail(number, "the server is \(PendingKeys.keysMax) keys behind")
        }
        addKey(of: number)
        pendingKeys.setDue(time, client: number, key: clients[number].sent)
        flush(number)
    }

    /// Sends a client's next flood frame.
    private func flood(_ number: Int) {
        guard clients[number].phase == .joined else { return }
        writer.heavyKeys(clients[number].sent + 1)
        clients[number].sent += FrameWriter.heavyKeyCount
        flush(number)
    }

    private func addKey(of number: Int) {
        clients[number].sent += 1
        let key = UInt8(ascii: clients[number].sent.isMultiple(of: 2) ? "C" : "7")
        writer.key(key, clients[number].sent, in: dialect)
    }

    /// Sends the contents of the writer.
    func flush(_ number: Int) {
        let bytes = writer.contents
        let count = send(
            clients[number].socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        writer.clear()
        if count != bytes.count { fail(number, "sending failed: \(Self.lastError)") }
    }

    private func nextRandom() -> UInt32 {
        random ^= random << 13
        random ^= random >> 17
        random ^= random << 5
        return random
    }
}
