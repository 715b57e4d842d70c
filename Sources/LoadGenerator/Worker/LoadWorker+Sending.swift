import Glibc
import RoomStore

/// Sending keys. Each client alternates between a digit and `C`, so that every key has an effect and
/// numbers stay short.
extension LoadWorker {
    /// Starts sending keys.
    func startSending() {
        due = Double(MonotonicClock.nanoseconds)
        for slot in clients.indices { fillWindow(slot) }
    }

    /// Fills a client's window of keys in flight.
    func fillWindow(_ slot: Int) {
        guard case .window(let keys) = assignment.pace, clients[slot].isSender,
            control.current != .rest
        else { return }
        while clients[slot].sent - clients[slot].returned < keys { addKey(of: slot) }
        flush(slot)
    }

    /// Sends the keys that are due. The delay of a key begins at its due time, not when it is sent.
    /// Otherwise a stalled server would hide the delay of the keys that it keeps from being sent.
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

    /// Replaces the clients that joined at the start, so that newcomers follow each other from now on.
    private func replaceAll() {
        guard case .newcomers(let inRoom) = assignment.pace else { return }
        for slot in clients.indices { replace(slot, inRoom: inRoom) }
    }

    private func press(_ slot: Int, at time: Int64) {
        guard clients[slot].phase == .joined else { return }
        guard clients[slot].sent - clients[slot].returned < PendingKeys.keysMax else {
            return fail(slot, "the server is \(PendingKeys.keysMax) keys behind")
        }
        addKey(of: slot)
        pendingKeys.setDue(time, client: slot, key: clients[slot].sent)
        flush(slot)
    }

    /// Sends a client's next flood frame.
    private func flood(_ slot: Int) {
        guard clients[slot].phase == .joined else { return }
        writer.heavyKeys(clients[slot].sent + 1)
        clients[slot].sent += FrameWriter.heavyKeyCount
        flush(slot)
    }

    private func addKey(of slot: Int) {
        clients[slot].sent += 1
        let key = UInt8(ascii: clients[slot].sent.isMultiple(of: 2) ? "C" : "7")
        writer.key(key, clients[slot].sent, in: dialect)
    }

    /// Sends the contents of the writer.
    func flush(_ slot: Int) {
        let bytes = writer.contents
        let count = send(
            clients[slot].socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        writer.clear()
        if count != bytes.count { fail(slot, "sending failed: \(Self.lastError)") }
    }

    private func nextRandom() -> UInt32 {
        random ^= random << 13
        random ^= random >> 17
        random ^= random << 5
        return random
    }
}
