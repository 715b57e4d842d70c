import Glibc
import RoomStore

/// What comes from the server.
extension Crew {
    func receive(_ number: Int) {
        guard let start = buffer.baseAddress else { return }
        let kept = clients[number].restCount
        if kept > 0, let rest = clients[number].rest { memcpy(start, rest, kept) }
        guard kept < buffer.count else { return fail(number, "a frame of more than \(kept) bytes") }
        let count = recv(clients[number].socket, start + kept, buffer.count - kept, 0)
        guard count > 0 else {
            if count < 0, errno == EAGAIN || errno == EINTR { return }
            return fail(number, count == 0 ? Self.hangUp : Self.lastError)
        }
        clients[number].restCount = 0
        tally.reads += 1
        tally.bytes += count
        var bytes = UnsafeBufferPointer(start: UnsafePointer(start), count: kept + count)
        if clients[number].phase == .upgrading {
            guard let length = readUpgrade(number, bytes) else { return keep(bytes, of: number) }
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
            take(frame, number, at: now)
            // It may be lost now, or somebody else may have its place.
            guard clients[number].socket >= 0, clients[number].index == client.index else { return }
        }
        keep(frames.rest, of: number)
        if clients[number].returned != client.returned { refill(number) }
    }

    private func take(_ frame: Frame, _ number: Int, at now: Int64) {
        switch frame.kind {
        case .text: takeText(frame.payload, number, at: now)
        case .ping:
            writer.pong(frame.payload)
            flush(number)
        case .pong: break
        case .close: fail(number, "the server closed the connection")
        case nil: fail(number, "a frame that is no text")
        }
    }

    private func takeText(
        _ text: UnsafeBufferPointer<UInt8>, _ number: Int, at now: Int64
    ) {
        guard var events = EventReader(text, dialect) else {
            return takeMessage(text, number)
        }
        tally.frames += 1
        while let event = events.next() { take(event, number, at: now) }
        if !events.isSound {
            fail(number, "not understood: \(String(decoding: text.prefix(200), as: UTF8.self))")
        }
    }

    private func takeMessage(_ text: UnsafeBufferPointer<UInt8>, _ number: Int) {
        switch ReadMessage(text) {
        case .welcome(let you, let sequence):
            guard clients[number].phase == .joining else {
                return fail(number, "it was so far behind that it was sent the room anew")
            }
            clients[number].sequence = sequence
            welcome(number, participant: you)
        case .refused(let key):
            guard assignment.pace.isFlood else { return fail(number, "key \(key) was refused") }
            clients[number].sent = key - 1
        case .bye: fail(number, String(decoding: text.prefix(200), as: UTF8.self))
        case .other: break
        }
    }

    @inline(__always)
    private func take(_ event: ReadEvent, _ number: Int, at now: Int64) {
        let client = clients.baseAddress.unsafelyUnwrapped + number
        guard event.sequence == client.pointee.sequence + 1 || client.pointee.sequence == 0 else {
            return fail(number, "event \(event.sequence) came after \(client.pointee.sequence)")
        }
        client.pointee.sequence = event.sequence
        tally.deliveries += 1
        if assignment.pace.isFlood { return }
        if event.isVoid { return fail(number, "event \(event.sequence) is void") }
        if event.author == client.pointee.participant, event.author > 0 {
            guard event.number == client.pointee.returned + 1 else {
                let last = client.pointee.returned
                return fail(number, "its key \(event.number) came back after \(last)")
            }
            client.pointee.returned = event.number
            tally.keys += 1
        } else if client.pointee.phase == .joining, event.number == introduction(of: number) {
            welcome(number, participant: event.author)
        } else {
            takeOther(event, client.pointee.room, at: now)
        }
    }

    /// Somebody else's key: it is what people wait for.
    private func takeOther(_ event: ReadEvent, _ room: Int, at now: Int64) {
        guard event.number > 0, event.number < Self.introductionMin,
            let author = memory.client(event.author, of: room)
        else { return }
        tally.delays.add(now - memory.due(author, event.number))
    }

    private func keep(_ bytes: UnsafeBufferPointer<UInt8>, of number: Int) {
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
