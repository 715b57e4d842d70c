import Glibc

/// A visit to a room: joins, presses a key, waits for its event and leaves.
enum Visit {
    struct Failure: Error {
        let reason: String
    }

    static func make(_ port: UInt16, _ room: String, _ pass: Int) throws {
        let descriptor = try connected(port)
        defer { close(descriptor) }
        try send(
            descriptor,
            Array(
                """
                GET /rooms/\(room) HTTP/1.1\r
                Host: 127.0.0.1:\(port)\r
                Upgrade: websocket\r
                Connection: Upgrade\r
                Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
                Sec-WebSocket-Version: 13\r
                Sec-WebSocket-Protocol: calcroom.v1\r
                \r\n
                """.utf8))
        try wait(descriptor, for: "\r\n\r\n")
        let join =
            #"{"join":{"secret":"aaaaaaaaaaaaaaaaaaaaaaaa","pen":"bbbbbbbbbbbb","#
            + #""make":{"keypad":"standard"}}}"#
        try send(descriptor, frame(join))
        try wait(descriptor, for: #"{"welcome""#)
        try send(descriptor, frame(#"{"n":\#(pass),"press":"7"}"#))
        try wait(descriptor, for: #""press":"7""#)
    }

    private static func connected(_ port: UInt16) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw Failure(reason: "no connection: \(errno)") }
        return descriptor
    }

    /// A text frame with a mask of zeros.
    private static func frame(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        precondition(bytes.count < 65_536)
        let size: [UInt8] = [0x80 | 126, UInt8(bytes.count >> 8), UInt8(bytes.count & 255)]
        return [0x81] + size + [0, 0, 0, 0] + bytes
    }

    private static func send(_ descriptor: Int32, _ bytes: [UInt8]) throws {
        guard Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw Failure(reason: "cannot send: \(errno)")
        }
    }

    private static func wait(_ descriptor: Int32, for part: String) throws {
        let part = Array(part.utf8)
        var received: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 16_384)
        while received.firstRange(of: part) == nil {
            let count = recv(descriptor, &bytes, bytes.count, 0)
            guard count > 0 else {
                throw Failure(reason: String(decoding: received, as: UTF8.self))
            }
            received += bytes.prefix(count)
        }
    }
}
