import Glibc
import RoomStore

/// Receiving frames and events.
extension LoadWorker {
    func receive(_ slot: Int) {
        guard let start = buffer.baseAddress else { return }
        let kept = clients[slot].restCount
        if kept > 0, let rest = clients[slot].rest { memcpy(start, rest, kept) }
        guard kept < buffer.count else { return fail(slot, "a frame of more than \(kept) bytes") }
        let count = recv(clients[slot].socket, start + kept, buffer.count - kept, 0)
        guard count > 0 else {
            if count < 0, errno == EAGAIN || errno == EINTR { return }
            return fail(slot, count == 0 ? Self.closedMessage : Self.lastError)
        }
        clients[slot].restCount = 0
        counts.reads += 1
        counts.bytes += count
        var bytes = UnsafeBufferPointer(start: UnsafePointer(start), count: kept + count)
        if clients[slot].phase == .upgrading {
            guard let length = readUpgrade(slot, bytes) else {
                return keepRest(bytes, of: slot)
            }
            bytes = UnsafeBufferPointer(rebasing: bytes[length...])
        }
        read(slot, bytes, at: MonotonicClock.nanoseconds)
    }

    private func read(
        _ slot: Int, _ bytes: UnsafeBufferPointer<UInt8>, at now: Int64
    ) {
        let client = clients[slot]
        var frames = FrameReader(bytes)
        while let frame = frames.next() {
            handleFrame(frame, slot, at: now)
            // The client may have been disconnected, or replaced by a newcomer.
            guard clients[slot].socket >= 0, clients[slot].index == client.index else { return }
        }
        keepRest(frames.rest, of: slot)
        if clients[slot].returned != client.returned { fillWindow(slot) }
    }

    private func handleFrame(_ frame: Frame, _ slot: Int, at now: Int64) {
        switch frame.kind {
        case .text: handleText(frame.payload, slot, at: now)
        case .ping:
            writer.pong(frame.payload)
            flush(slot)
        case .pong: break
        case .close: fail(slot, "the server closed the connection")
        case nil: fail(slot, "a frame that is not text")
        }
    }

    private func handleText(
        _ text: UnsafeBufferPointer<UInt8>, _ slot: Int, at now: Int64
    ) {
        guard var events = EventReader(text, dialect) else {
            return handleMessage(text, slot)
        }
        counts.frames += 1
        while let event = events.next() { handleEvent(event, slot, at: now) }
        if !events.isComplete {
            fail(slot, "cannot parse: \(String(decoding: text.prefix(200), as: UTF8.self))")
        }
    }

    private func handleMessage(_ text: UnsafeBufferPointer<UInt8>, _ slot: Int) {
        switch ReadMessage(text) {
        case .welcome(let you, let sequence):
            guard clients[slot].phase == .joining else {
                return fail(slot, "fell so far behind that it received a snapshot")
            }
            clients[slot].sequence = sequence
            handleWelcome(slot, participant: you)
        case .refused(let key):
            guard assignment.pace.isFlood else { return fail(slot, "key \(key) was refused") }
            clients[slot].sent = key - 1
        case .bye: fail(slot, String(decoding: text.prefix(200), as: UTF8.self))
        case .other: break
        }
    }

    @inline(__always)
    private func handleEvent(_ event: ReadEvent, _ slot: Int, at now: Int64) {
        let client = clients.baseAddress.unsafelyUnwrapped + slot
        guard event.sequence == client.pointee.sequence + 1 || client.pointee.sequence == 0 else {
            return fail(slot, "event \(event.sequence) came after \(client.pointee.sequence)")
        }
        client.pointee.sequence = event.sequence
        counts.deliveries += 1
        if assignment.pace.isFlood { return }
        if event.isVoid { return fail(slot, "event \(event.sequence) is void") }
        if event.author == client.pointee.participant, event.author > 0 {
            guard event.number == client.pointee.returned + 1 else {
                let last = client.pointee.returned
                return fail(slot, "its key \(event.number) came back after \(last)")
            }
            client.pointee.returned = event.number
            counts.keys += 1
        } else if client.pointee.phase == .joining, event.number == probeNumber(of: slot) {
            handleWelcome(slot, participant: event.author)
        } else {
            measureDelay(event, client.pointee.room, at: now)
        }
    }

    /// Measures the delay of another client's key.
    private func measureDelay(_ event: ReadEvent, _ room: Int, at now: Int64) {
        guard event.number > 0, event.number < Self.probeNumberMin,
            let author = pendingKeys.client(event.author, of: room)
        else { return }
        counts.delays.add(now - pendingKeys.due(author, event.number))
    }

    private func keepRest(_ bytes: UnsafeBufferPointer<UInt8>, of slot: Int) {
        guard clients[slot].phase != .lost, let start = bytes.baseAddress, bytes.count > 0 else {
            return
        }
        if bytes.count > clients[slot].restCapacity {
            clients[slot].rest?.deallocate()
            clients[slot].restCapacity = bytes.count * 2
            clients[slot].rest = .allocate(capacity: bytes.count * 2)
        }
        if let rest = clients[slot].rest { memcpy(rest, start, bytes.count) }
        clients[slot].restCount = bytes.count
    }
}
