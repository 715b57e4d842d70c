import CEpoll
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

    private func connect(_ slot: Int) {
        let client = clients[slot]
        let socket = ClientSocket.connect(
            to: load.ports[client.index % load.ports.count],
            // All hostile clients have one address, which no other client has.
            from: load.isFlood
                ? ClientSocket.addressCount : client.index % ClientSocket.addressCount)
        clients[slot].socket = socket
        guard socket >= 0 else { return fail(slot, "no connection, \(Self.lastError)") }
        wait(for: EPOLLOUT, EPOLL_CTL_ADD, slot)
    }

    private func wait(for event: EPOLL_EVENTS, _ operation: Int32, _ slot: Int) {
        var event = epoll_event(events: event.rawValue, data: epoll_data_t(u64: UInt64(slot)))
        epoll_ctl(epoll, operation, clients[slot].socket, &event)
    }

    func upgrade(_ slot: Int) {
        let failure = ClientSocket.failure(of: clients[slot].socket)
        guard failure == 0 else {
            errno = failure
            return fail(slot, "no connection, \(Self.lastError)")
        }
        clients[slot].phase = .upgrading
        wait(for: EPOLLIN, EPOLL_CTL_MOD, slot)
        let lines = [
            "GET /rooms/\(roomName(slot)) HTTP/1.1", "Host: 127.0.0.1", "Connection: Upgrade",
            "Upgrade: websocket", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol: calcroom.v1",
        ]
        send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8), slot)
    }

    /// The server's answer to the key above (RFC 6455).
    private static var accept: String { "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" }

    /// Reads the answer to the handshake. Returns its length, or nil while it is incomplete.
    func readUpgrade(_ slot: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard var text = TextReader(bytes), text.skip(through: "\r\n\r\n") else { return nil }
        let length = bytes.count - text.count
        let head = String(decoding: bytes[..<length], as: UTF8.self)
        guard head.hasPrefix("HTTP/1.1 101"), head.contains(Self.accept) else {
            fail(slot, "no WebSocket: \(head.prefix { $0 != "\r\n" })")
            return nil
        }
        clients[slot].phase = .joining
        let keypad = load.isFlood ? "scientific" : "standard"
        let join = #"{"join":{"secret":"\#(secret(slot))","make":{"keypad":"\#(keypad)"}}}"#
        send(ClientFrame.encode(join), slot)
        return length
    }

    func roomName(_ slot: Int) -> String {
        var room = clients[slot].index / load.clientsInRoom
        if case .newcomers(let inRoom) = load.pace {
            room += load.rooms * (clients[slot].generation / inRoom)
        }
        return "\(runName)-\(room)"
    }

    private func secret(_ slot: Int) -> String {
        let number = clients[slot].index + load.clientCount * clients[slot].generation
        // Secrets have a minimum length.
        return "load-\(runName)-\(1_000_000_000_000 + number)"
    }

    func handleWelcome(_ slot: Int, participant: Int, sequence: Int) {
        guard clients[slot].phase == .joining else {
            return fail(slot, "fell so far behind that it received a snapshot")
        }
        counts.welcomes += 1
        if case .newcomers = load.pace, phase != .rest { return replace(slot) }
        clients[slot].participant = participant
        clients[slot].sequence = sequence
        clients[slot].phase = .joined
        joinedCount += 1
    }

    /// Disconnects a client and connects the next newcomer instead.
    func replace(_ slot: Int) {
        let last = clients[slot]
        ClientSocket.reset(last.socket)
        clients[slot] = LoadClient(
            index: last.index, isSender: false, generation: last.generation + 1)
        connect(slot)
    }
}
