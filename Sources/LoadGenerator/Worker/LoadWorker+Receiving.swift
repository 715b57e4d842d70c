import Glibc
import RoomStore

/// Receiving frames and events.
extension LoadWorker {
    func receive(_ number: Int) {
        guard let start = buffer.baseAddress else { return }
        let kept = clients[number].restCount
        if kept > 0, let rest = clients[number].rest { memcpy(start, rest, kept) }
        guard kept < buffer.count else { return fail(number, "a frame of more than \(kept) bytes") }
        let count = recv(clients[number].socket, start + kept, buffer.count - kept, 0)
        guard count > 0 else {
            if count < 0, errno == EAGAIN || errno == EINTR { return }
            return fail(number, count == 0 ? Self.closedMessage : Self.lastError)
        }
        clients[number].restCount = 0
        counts.reads += 1
        counts.bytes += count
        var bytes = UnsafeBufferPointer(start: UnsafePointer(start), count: kept + count)
        if clients[number].phase == .upgrading {
            guard let length = readUpgrade(number, bytes) else {
                return keepRest(bytes, of: number)
            }
            bytes = UnsafeBufferPointer(rebasing: bytes[length...])
        }
        read(number, bytes, at: MonotonicClock.nanoseconds)
    }

    private func read(
        _ number: Int, _ bytes: UnsafeBufferPointer<UInt8>, at now: Int64
    ) {
        let client = clients[number]
        var frames = FrameReader(bytes)
        while let frame = frames.next() {
            handle(frame, number, at: now)
            // The client may have been disconnected, or replaced by a newcomer.
            guard clients[number].socket >= 0, clients[number].index == client.index else { return }
        }
        keepRest(frames.rest, of: number)
        if clients[number].returned != client.returned { fillWindow(number) }
    }

    private func handle(_ frame: Frame, _ number: Int, at now: Int64) {
        switch frame.kind {
        case .text: handleText(frame.payload, number, at: now)
        case .ping:
            writer.pong(frame.payload)
            flush(number)
        case .pong: break
        case .close: fail(number, "the server closed the connection")
        case nil: fail(number, "a frame that is not text")
        }
    }

    private func handleText(
        _ text: UnsafeBufferPointer<UInt8>, _ number: Int, at now: Int64
    ) {
        guard var events = EventReader(text, dialect) else {
            return handleMessage(text, number)
        }
        counts.frames += 1
        while let event = events.next() { handle(event, number, at: now) }
        if !events.isComplete {
            fail(number, "cannot parse: \(String(decoding: text.prefix(200), as: UTF8.self))")
        }
    }

    private func handleMessage(_ text: UnsafeBufferPointer<UInt8>, _ number: Int) {
        switch ReadMessage(text) {
        case .welcome(let you, let sequence):
            guard clients[number].phase == .joining else {
                return fail(number, "fell so far behind that it received a snapshot")
            }
            clients[number].sequence = sequence
            handleWelcome(number, participant: you)
        case .refused(let key):
            guard assignment.pace.isFlood else { return fail(number, "key \(key) was refused") }
            clients[number].sent = key - 1
        case .bye: fail(number, String(decoding: text.prefix(200), as: UTF8.self))
        case .other: break
        }
    }

    @inline(__always)
    private func handle(_ event: ReadEvent, _ number: Int, at now: Int64) {
        let client = clients.baseAddress.unsafelyUnwrapped + number
        guard event.sequence == client.pointee.sequence + 1 || client.pointee.sequence == 0 else {
            return fail(number, "event \(event.sequence) came after \(client.pointee.sequence)")
        }
        client.pointee.sequence = event.sequence
        counts.deliveries += 1
        if assignment.pace.isFlood { return }
        if event.isVoid { return fail(number, "event \(event.sequence) is void") }
        if event.author == client.pointee.participant, event.author > 0 {
            guard event.number == client.pointee.returned + 1 else {
                let last = client.pointee.returned
                return fail(number, "its key \(event.number) came back after \(last)")
            }
            client.pointee.returned = event.number
            counts.keys += 1
        } else if client.pointee.phase == .joining, event.number == probeNumber(of: number) {
            handleWelcome(number, participant: event.author)
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

    private func keepRest(_ bytes: UnsafeBufferPointer<UInt8>, of number: Int) {
        guard clients[number].phase != .lost, let start = bytes.baseAddress, bytes.count > 0 else {
            return
        }
        if bytes.count > clients[number].restCapacity {
            clients[number].rest?.deallocate()
            clients[number].restCapacity = bytes.count * 2
            clients[number].rest = .allocate(capacity: bytes.count * 2)
        }
        if let rest = clients[number].rest { memcpy(rest, start, bytes.count) }
        clients[number].restCount = bytes.count
    }
}
