import Glibc
import RoomStore

/// Receiving frames and events.
extension LoadWorker {
    func receive(_ slot: Int) {
        let kept = clients[slot].rest.count
        guard let start = buffer.baseAddress, kept < buffer.count else {
            return fail(slot, "a frame of more than \(kept) bytes")
        }
        start.update(from: clients[slot].rest, count: kept)
        let count = recv(clients[slot].socket, start + kept, buffer.count - kept, 0)
        guard count > 0 else {
            if count < 0, errno == EAGAIN || errno == EINTR { return }
            return fail(slot, count == 0 ? Self.closedMessage : Self.lastError)
        }
        clients[slot].rest.removeAll(keepingCapacity: true)
        var bytes = UnsafeBufferPointer(start: UnsafePointer(start), count: kept + count)
        if clients[slot].phase == .upgrading {
            guard let length = readUpgrade(slot, bytes) else {
                return clients[slot].rest.append(contentsOf: bytes)
            }
            bytes = UnsafeBufferPointer(rebasing: bytes[length...])
        }
        readFrames(slot, bytes)
    }

    private func readFrames(_ slot: Int, _ bytes: UnsafeBufferPointer<UInt8>) {
        let now = MonotonicClock.nanoseconds
        let returned = clients[slot].returned
        var frames = ServerFrames(bytes)
        while let frame = frames.next() {
            switch frame.kind {
            case .text: handleText(frame.payload, slot, at: now)
            case .ping: send(ClientFrame.encode(frame.payload, kind: .pong), slot)
            case .pong: break
            case .close: fail(slot, "the server closed the connection")
            case nil: fail(slot, "a frame that is not text")
            }
        }
        clients[slot].rest.append(contentsOf: frames.rest)
        if clients[slot].returned != returned { fillWindow(slot) }
    }

    private func handleText(_ bytes: UnsafeBufferPointer<UInt8>, _ slot: Int, at now: Int64) {
        guard var text = TextReader(bytes) else { return }
        if var events = EventReader(text) {
            counts.frames += 1
            while let event = events.next() { handleEvent(event, slot, at: now) }
            if !events.isComplete { fail(slot, "cannot parse \(text)") }
        } else if text.skip(#"{"welcome":"#) {
            guard text.skip(through: #""you":"#), let you = text.number(),
                text.skip(through: #""seq":"#), let sequence = text.number()
            else { return fail(slot, "cannot parse \(text)") }
            handleWelcome(slot, participant: you, sequence: sequence)
        } else if text.skip(#"{"refused":{"n":"#), let number = text.number() {
            fail(slot, "key \(number) was refused")
        } else if text.skip(#"{"bye":"#) {
            fail(slot, "bye \(text)")
        }
    }

    @inline(__always)
    private func handleEvent(_ event: ReadEvent, _ slot: Int, at now: Int64) {
        let client = clients.baseAddress.unsafelyUnwrapped + slot
        guard event.sequence == client.pointee.sequence + 1 else {
            return fail(slot, "event \(event.sequence) came after \(client.pointee.sequence)")
        }
        client.pointee.sequence = event.sequence
        counts.deliveries += 1
        if event.isVoid { return fail(slot, "event \(event.sequence) is void") }
        guard event.author > 0 else { return }
        if event.author == client.pointee.participant {
            guard event.number == client.pointee.returned + 1 else {
                let last = client.pointee.returned
                return fail(slot, "its key \(event.number) came back after \(last)")
            }
            client.pointee.returned = event.number
            counts.keys += 1
        } else if load.measuresDelays, phase == .measure, event.author <= load.clientsInRoom {
            let place = dueTime(slot, participant: event.author, key: event.number)
            counts.delays.append(now - dueTimes[place])
        }
    }

    /// The place of a key in `dueTimes`. Participants of a room are numbered from 1.
    func dueTime(_ slot: Int, participant: Int, key: Int) -> Int {
        let author = slot - slot % load.clientsInRoom + participant - 1
        return author * Self.keysInFlightMax + key % Self.keysInFlightMax
    }
}
