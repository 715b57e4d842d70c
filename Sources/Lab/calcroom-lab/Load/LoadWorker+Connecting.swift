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
        let socket = ClientSocket.connect(to: load.ports[clients[slot].index % load.ports.count])
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
        // Secrets have a minimum length.
        let secret = "load-\(runName)-\(1_000_000_000_000 + clients[slot].index)"
        let join = #"{"join":{"secret":"\#(secret)","make":{"keypad":"standard"}}}"#
        send(ClientFrame.encode(join), slot)
        return length
    }

    func roomName(_ slot: Int) -> String {
        "\(runName)-\(clients[slot].index / load.clientsInRoom)"
    }

    func handleWelcome(_ slot: Int, participant: Int, sequence: Int) {
        guard clients[slot].phase == .joining else {
            return fail(slot, "fell so far behind that it received a snapshot")
        }
        clients[slot].participant = participant
        clients[slot].sequence = sequence
        clients[slot].phase = .joined
        joinedCount += 1
    }
}
