import Glibc

/// Connecting clients: TCP connection, WebSocket handshake, join.
extension LoadWorker {
    /// Clients that connect at the same time. More would only wait in the server's queue.
    private static var connectingMax: Int { 64 }

    func connectMore() {
        while startedCount < clients.count, startedCount - joinedCount < Self.connectingMax {
            connect(startedCount)
            startedCount += 1
        }
    }

    func connect(_ number: Int) {
        let socket = ClientSocket.connect(
            assignment.address(clients[number].index),
            from: assignment.localAddress(clients[number].index))
        clients[number].socket = socket
        guard socket >= 0 else { return fail(number, "no connection, \(Self.lastError)") }
        clients[number].phase = .connecting
        poller.addConnecting(socket, number)
    }

    func upgrade(_ number: Int) {
        let client = clients[number]
        let failure = ClientSocket.failure(of: client.socket)
        guard failure == 0 else {
            errno = failure
            return fail(number, "no connection, \(Self.lastError)")
        }
        var request = dialect.handshake(
            for: assignment.roomName(client.room), at: assignment.address(client.index))
        let isSent = request.withUTF8 {
            $0.count == send(client.socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard isSent else { return fail(number, "the request could not be sent") }
        clients[number].phase = .upgrading
        poller.expectReading(client.socket, number)
    }

    /// Reads the answer to the handshake. Returns its length, or nil while it is incomplete.
    func readUpgrade(
        _ number: Int, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Int? {
        guard var text = TextReader(bytes), text.skip(through: "\r\n\r\n") else { return nil }
        let length = bytes.count - text.count
        let head = String(decoding: bytes[..<length], as: UTF8.self)
        guard head.hasPrefix("HTTP/1.1 101"), head.contains(Dialect.handshakeAnswer) else {
            fail(number, "no WebSocket: \(head.prefix { $0 != "\r\n" })")
            return nil
        }
        join(number)
        return length
    }

    /// Sends the join. A bare server assigns participant numbers without announcing them, so each
    /// client sends one key with a unique number and finds its participant number in the event.
    private func join(_ number: Int) {
        clients[number].phase = .joining
        switch dialect {
        case .calcroom:
            let keypad = assignment.pace.isFlood ? "scientific" : "standard"
            writer.join(secret: assignment.secret(clients[number].index), keypad: keypad)
        case .plain:
            writer.key(UInt8(ascii: "C"), probeNumber(of: number), in: .plain)
        }
        flush(number)
    }

    func probeNumber(of number: Int) -> Int { Self.probeNumberMin + clients[number].index }

    /// Larger than any action number of a run, and within 32 bits.
    static var probeNumberMin: Int { 4_000_000_000 }

    func handleWelcome(_ number: Int, participant: Int) {
        counts.welcomes += 1
        if case .newcomers(let inRoom) = assignment.pace, phase != .rest {
            return replace(number, inRoom: inRoom)
        }
        clients[number].participant = participant
        clients[number].phase = .joined
        joinedCount += 1
        pendingKeys.setAuthor(number, participant: participant, of: clients[number].room)
    }

    /// Replaces a client that was welcomed by the next newcomer.
    func replace(_ number: Int, inRoom: Int) {
        let last = clients[number]
        ClientSocket.reset(last.socket)
        last.rest?.deallocate()
        let index = last.index + assignment.load.clientCount
        let isLastOfRoom = index / assignment.load.clientCount % inRoom == 0
        let room = last.room + (isLastOfRoom ? assignment.load.clientCount : 0)
        clients[number] = LoadClient(index: index, room: room, isSender: false)
        connect(number)
    }

    static var lastError: String {
        [EPIPE, ECONNRESET].contains(errno) ? closedMessage : String(cString: strerror(errno))
    }

    static let closedMessage = "the server hung up"
}
