import Glibc
import RoomStore

/// What goes to the server. Digits and `C` take turns, so that every key does something and no number
/// grows beyond a digit for each client.
extension Crew {
    /// Once the pressing begins.
    func beginPressing() {
        due = Double(MonotonicClock.nanoseconds)
        for number in clients.indices { refill(number) }
    }

    /// Sends as many keys of a client as may be on the way.
    func refill(_ number: Int) {
        guard case .window(let keys) = assignment.pace, clients[number].isSender,
            orders.current != .rest
        else { return }
        while clients[number].sent - clients[number].returned < keys { addKey(of: number) }
        flush(number)
    }

    /// Sends the keys whose time has come, each at the time that it was meant for: a server that stalls
    /// is not asked less, and what waits in front of it counts as delay.
    func pressWhatIsDue() {
        guard orders.current != .rest else { return }
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

    /// How long a turn may wait for the server.
    var patience: Int32 {
        switch assignment.pace {
        case .rate: order == .rest ? 5 : 0
        case .silent: 20
        case .window, .flood, .newcomers: 1
        }
    }

    /// Those who came at the beginning are newcomers no longer.
    private func replaceAll() {
        guard case .newcomers(let inRoom) = assignment.pace else { return }
        for number in clients.indices { replace(number, inRoom: inRoom) }
    }

    private func press(_ number: Int, at time: Int64) {
        guard clients[number].phase == .there else { return }
        guard clients[number].sent - clients[number].returned < PressMemory.keysMax else {
            return fail(number, "the server is \(PressMemory.keysMax) keys behind")
        }
        addKey(of: number)
        memory.note(number, clients[number].sent, due: time)
        flush(number)
    }

    /// The next frame of somebody who means harm.
    private func flood(_ number: Int) {
        guard clients[number].phase == .there else { return }
        writer.heavyKeys(clients[number].sent + 1)
        clients[number].sent += FrameWriter.heavyKeyCount
        flush(number)
    }

    private func addKey(of number: Int) {
        clients[number].sent += 1
        let key = UInt8(ascii: clients[number].sent.isMultiple(of: 2) ? "C" : "7")
        writer.key(key, clients[number].sent, in: dialect)
    }

    /// Sends what was written.
    func flush(_ number: Int) {
        let bytes = writer.contents
        let count = send(
            clients[number].socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        writer.clear()
        if count != bytes.count { fail(number, "the server takes no more: \(Self.lastError)") }
    }

    private func nextRandom() -> UInt32 {
        random ^= random << 13
        random ^= random >> 17
        random ^= random << 5
        return random
    }
}
