import Glibc
import RoomStore

/// Sending keys. Each client alternates between a digit and `C`, so that every key has an effect and
/// numbers stay short.
extension LoadWorker {
    func startSending() {
        due = Double(MonotonicClock.nanoseconds)
        clients.indices.forEach(fillWindow)
    }

    /// Fills a client's window of keys in flight.
    func fillWindow(_ slot: Int) {
        guard case .window(let keys) = load.pace, clients[slot].isSender, phase != .rest else {
            return
        }
        var frames: [UInt8] = []
        while clients[slot].sent - clients[slot].returned < keys { frames += nextKey(slot) }
        if !frames.isEmpty { send(frames, slot) }
    }

    /// Sends the keys that are due. The delay of a key begins at its due time, not when it is sent.
    /// Otherwise a stalled server would hide the delay of the keys that it keeps from being sent.
    func sendDueKeys() {
        let now = Double(MonotonicClock.nanoseconds)
        guard case .rate(let keysPerSecond) = load.pace else { return }
        let share = Double(clients.count) / Double(load.clientCount)
        while due <= now {
            press(Int.random(in: clients.indices), at: Int64(due))
            due -= log(1 - .random(in: 0..<1)) / (keysPerSecond * share) * 1e9
        }
    }

    /// Milliseconds to wait for the server in one iteration.
    var waitMilliseconds: Int32 {
        switch load.pace {
        case .rate: phase == .rest ? 5 : 0
        case .silent: 20
        case .window: 1
        }
    }

    private func press(_ slot: Int, at time: Int64) {
        let client = clients[slot]
        guard client.phase == .joined else { return }
        guard client.sent - client.returned < Self.keysInFlightMax else {
            return fail(slot, "the server is \(Self.keysInFlightMax) keys behind")
        }
        let place = dueTime(slot, participant: client.participant, key: client.sent + 1)
        dueTimes[place] = time
        send(nextKey(slot), slot)
    }

    private func nextKey(_ slot: Int) -> [UInt8] {
        clients[slot].sent += 1
        let number = clients[slot].sent
        return ClientFrame.encode(
            #"{"n":\#(number),"press":"\#(number.isMultiple(of: 2) ? "C" : "7")"}"#)
    }

    func send(_ bytes: [UInt8], _ slot: Int) {
        let count = Glibc.send(clients[slot].socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        if count != bytes.count { fail(slot, "sending failed: \(Self.lastError)") }
    }
}
