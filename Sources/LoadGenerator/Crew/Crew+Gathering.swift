import Glibc

/// How clients come: call, ask for a WebSocket, say who they are.
extension Crew {
    /// As many at a time as a class that comes in; more would only wait in the server's queue.
    private static var comingMax: Int { 64 }

    func callMore() {
        while calledCount < clients.count, calledCount - thereCount < Self.comingMax {
            call(calledCount)
            calledCount += 1
        }
    }

    func call(_ number: Int) {
        let socket = ClientSocket.call(
            assignment.address(clients[number].index),
            from: assignment.place(clients[number].index))
        clients[number].socket = socket
        guard socket >= 0 else { return fail(number, "no connection, \(Self.lastError)") }
        clients[number].phase = .calling
        poller.addCalling(socket, number)
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
        guard isSent else { return fail(number, "no request could be sent") }
        clients[number].phase = .upgrading
        poller.expectReading(client.socket, number)
    }

    /// Reads the answer to the handshake. Gives where it ends; nil while it is not all there.
    func readUpgrade(
        _ number: Int, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Int? {
        guard var text = TextReader(bytes), text.skip(through: "\r\n\r\n") else { return nil }
        let length = bytes.count - text.count
        let head = String(decoding: bytes[..<length], as: UTF8.self)
        guard head.hasPrefix("HTTP/1.1 101"), head.contains(Dialect.handshakeAnswer) else {
            fail(number, "no WebSocket but: \(head.prefix { $0 != "\r\n" })")
            return nil
        }
        introduce(number)
        return length
    }

    /// In a room, whoever is new says who they are. A bare server gives numbers without telling
    /// whose they are, so there everybody sends one key with a number that nobody else has.
    private func introduce(_ number: Int) {
        clients[number].phase = .joining
        switch dialect {
        case .calcroom:
            let keypad = assignment.pace.isFlood ? "scientific" : "standard"
            writer.join(secret: assignment.secret(clients[number].index), keypad: keypad)
        case .plain:
            writer.key(UInt8(ascii: "C"), introduction(of: number), in: .plain)
        }
        flush(number)
    }

    func introduction(of number: Int) -> Int { Self.introductionMin + clients[number].index }

    /// Beyond what a run counts to, and in 32 bits.
    static var introductionMin: Int { 4_000_000_000 }

    func welcome(_ number: Int, participant: Int) {
        tally.welcomes += 1
        if case .newcomers(let inRoom) = assignment.pace, order != .rest {
            return replace(number, inRoom: inRoom)
        }
        clients[number].participant = participant
        clients[number].phase = .there
        thereCount += 1
        memory.note(participant, of: clients[number].room, is: number)
    }

    /// The next newcomer takes the place of one who was welcome.
    func replace(_ number: Int, inRoom: Int) {
        let last = clients[number]
        ClientSocket.hangUp(last.socket)
        last.rest?.deallocate()
        let index = last.index + assignment.load.clientCount
        let isLastOfRoom = index / assignment.load.clientCount % inRoom == 0
        let room = last.room + (isLastOfRoom ? assignment.load.clientCount : 0)
        clients[number] = Client(index: index, room: room, isSender: false)
        call(number)
    }

    static var lastError: String {
        [EPIPE, ECONNRESET].contains(errno) ? hangUp : String(cString: strerror(errno))
    }

    static let hangUp = "the server hung up"
}
