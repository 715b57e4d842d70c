import Glibc

/// Connecting clients: TCP connection, WebSocket handshake, join.
extension LoadWorker {
    /// Maximum clients that connect at the same time. More would only wait in the server's queue.
    private static var connectingMax: Int { 64 }

    func connectMore() {
        while startedCount < clients.count, startedCount - joinedCount < Self.connectingMax {
            connect(startedCount)
            startedCount += 1
        }
    }

    func connect(_ slot: Int) {
        let socket = ClientSocket.connect(
            assignment.address(clients[slot].index),
            from: assignment.localAddress(clients[slot].index))
        clients[slot].socket = socket
        guard socket >= 0 else { return fail(slot, "no connection, \(Self.lastError)") }
        clients[slot].phase = .connecting
        poller.addConnecting(socket, slot)
    }

    func upgrade(_ slot: Int) {
        let client = clients[slot]
        let failure = ClientSocket.failure(of: client.socket)
        guard failure == 0 else {
            errno = failure
            return fail(slot, "no connection, \(Self.lastError)")
        }
        var request = dialect.handshake(
            for: assignment.roomName(client.room), at: assignment.address(client.index))
        let isSent = request.withUTF8 {
            $0.count == send(client.socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard isSent else { return fail(slot, "the WebSocket handshake could not be sent") }
        clients[slot].phase = .upgrading
        poller.expectReading(client.socket, slot)
    }

    /// Reads the answer to the handshake. Returns its length, or nil while it is incomplete.
    func readUpgrade(
        _ slot: Int, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Int? {
        guard var text = TextReader(bytes), text.skip(through: "\r\n\r\n") else { return nil }
        let length = bytes.count - text.count
        let head = String(decoding: bytes[..<length], as: UTF8.self)
        guard head.hasPrefix("HTTP/1.1 101"), head.contains(Dialect.handshakeAnswer) else {
            fail(slot, "no WebSocket: \(head.prefix { $0 != "\r\n" })")
            return nil
        }
        join(slot)
        return length
    }

    /// Sends the join. A bare server assigns participant numbers without announcing them, so each
    /// client sends one key with a unique action number and finds its participant number in the event.
    private func join(_ slot: Int) {
        clients[slot].phase = .joining
        switch dialect {
        case .calcroom:
            let keypad = assignment.pace.isFlood ? "scientific" : "standard"
            writer.join(secret: assignment.secret(clients[slot].index), keypad: keypad)
        case .plain:
            writer.key(UInt8(ascii: "C"), probeNumber(of: slot), in: .plain)
        }
        flush(slot)
    }

    /// The action number of the key that a client sends to find its participant number.
    func probeNumber(of slot: Int) -> Int { Self.probeNumberMin + clients[slot].index }

    /// Larger than any other action number of a run, and within 32 bits.
    static var probeNumberMin: Int { 4_000_000_000 }

    func handleWelcome(_ slot: Int, participant: Int) {
        counts.welcomes += 1
        if case .newcomers(let inRoom) = assignment.pace, phase != .rest {
            return replace(slot, inRoom: inRoom)
        }
        clients[slot].participant = participant
        clients[slot].phase = .joined
        joinedCount += 1
        pendingKeys.setAuthor(slot, participant: participant, of: clients[slot].room)
    }

    /// Disconnects a client after its welcome, and connects the next newcomer instead.
    func replace(_ slot: Int, inRoom: Int) {
        let last = clients[slot]
        ClientSocket.reset(last.socket)
        last.rest?.deallocate()
        let index = last.index + assignment.load.clientCount
        let isLastOfRoom = index / assignment.load.clientCount % inRoom == 0
        let room = last.room + (isLastOfRoom ? assignment.load.clientCount : 0)
        clients[slot] = LoadClient(index: index, room: room, isSender: false)
        connect(slot)
    }

    static var lastError: String {
        [EPIPE, ECONNRESET].contains(errno) ? closedMessage : String(cString: strerror(errno))
    }

    static let closedMessage = "the server hung up"
}
