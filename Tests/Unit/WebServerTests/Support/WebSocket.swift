import SharedRoom

/// A WebSocket client (RFC 6455), written independently of the server's library.
final class WebSocket {
    struct Frame: Equatable {
        var isFinal = true
        var reserved: UInt8 = 0
        var code: UInt8
        var bytes: [UInt8] = []
        var isMasked = true
        var mask: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]

        static let text: UInt8 = 1
        static let binary: UInt8 = 2
        static let close: UInt8 = 8
        static let ping: UInt8 = 9
        static let pong: UInt8 = 10

        /// The bytes on the wire.
        var encoded: [UInt8] {
            var encoded = [(isFinal ? 0x80 : 0) | reserved << 4 | code]
            let flag: UInt8 = isMasked ? 0x80 : 0
            switch bytes.count {
            case ..<126: encoded.append(flag | UInt8(bytes.count))
            case ..<65_536:
                encoded += [flag | 126, UInt8(bytes.count >> 8), UInt8(bytes.count & 255)]
            default:
                encoded.append(flag | 127)
                encoded += (0..<8).reversed().map {
                    UInt8(truncatingIfNeeded: bytes.count >> (8 * $0))
                }
            }
            guard isMasked else { return encoded + bytes }
            return encoded + mask + bytes.enumerated().map { $1 ^ mask[$0 % 4] }
        }
    }

    let socket: Socket
    /// The head of the response to the handshake.
    let answer: String

    static let key = "dGhlIHNhbXBsZSBub25jZQ=="
    /// The `Sec-WebSocket-Accept` for this key.
    static let accepted = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="

    convenience init(
        _ server: TestServer, _ path: String = "/rooms/7b", host: String? = nil,
        headers: [String] = ["Sec-WebSocket-Protocol: calcroom.v1"], receiveBuffer: Int32? = nil,
        authority: String? = nil
    ) throws {
        try self.init(
            port: server.port, path, host: host, headers: headers, receiveBuffer: receiveBuffer,
            authority: authority)
    }

    init(
        port: UInt16, _ path: String = "/rooms/7b", host: String? = nil, from origin: UInt32? = nil,
        headers: [String] = ["Sec-WebSocket-Protocol: calcroom.v1"], receiveBuffer: Int32? = nil,
        authority: String? = nil
    ) throws {
        socket = try Socket(
            port: port, from: origin, receiveBuffer: receiveBuffer, authority: authority)
        let lines =
            [
                "GET \(path) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")",
                "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Key: \(Self.key)",
                "Sec-WebSocket-Version: 13",
            ] + headers
        try socket.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
        answer = try socket.read(through: "\r\n\r\n")
    }

    var status: Int { Int(answer.split(separator: " ")[1]) ?? 0 }

    func send(_ text: String) throws { try send(Frame(code: Frame.text, bytes: Array(text.utf8))) }

    /// Sends a text, and receives text messages until one contains `part`, and returns it.
    @discardableResult
    func send(_ text: String, until part: String) throws -> String {
        try send(text)
        return try receive(until: part)
    }

    func send(_ frame: Frame) throws { try socket.send(frame.encoded) }

    /// Receives the next frame of any kind, and checks what RFC 6455 requires of a server's frames: no mask,
    /// no reserved bits, the shortest form of the length, and control frames that are short and whole.
    func receiveFrame(seconds: Double = 60) throws -> Frame {
        let head = try socket.read(2, seconds: seconds)
        let form = head[1]
        var count = Int(form)
        if form >= 126 {
            count = try socket.read(form == 126 ? 2 : 8).reduce(0) { $0 << 8 | Int($1) }
        }
        let frame = Frame(
            isFinal: head[0] & 0x80 != 0, reserved: head[0] >> 4 & 7, code: head[0] & 0xF,
            bytes: try socket.read(count), isMasked: false)
        let shortest = count < 126 ? UInt8(count) : count < 65_536 ? 126 : 127
        let isWhole = frame.isFinal && count < 126
        guard form == shortest, frame.reserved == 0, isWhole || frame.code <= Frame.binary else {
            throw TestFailure.invalidFrame
        }
        return frame
    }

    /// Receives frames until `value` returns something. Frames in between do not extend the time limit.
    func receiveFrames<Value>(until value: (Frame) throws -> Value?) throws -> Value {
        let end = ContinuousClock.now + .seconds(60)
        while true {
            let frame = try receiveFrame(seconds: max(0, (end - .now) / .seconds(1)))
            if let value = try value(frame) { return value }
        }
    }

    /// Receives text messages until `value` returns something. Answers pings.
    private func receiveTexts<Value>(until value: (String) throws -> Value?) throws -> Value {
        try receiveFrames { frame in
            switch frame.code {
            case Frame.ping:
                try send(Frame(code: Frame.pong, bytes: frame.bytes))
                return nil
            case Frame.text: return try value(String(decoding: frame.bytes, as: UTF8.self))
            default: throw TestFailure.closed
            }
        }
    }

    /// Receives the next text message.
    func receive() throws -> String { try receiveTexts { $0 } }

    /// Receives text messages until one contains `part`, and returns it.
    @discardableResult
    func receive(until part: String) throws -> String {
        try receiveTexts { $0.contains(part) ? $0 : nil }
    }

    /// Receives frames until the server closes, and returns the close code and reason.
    func receiveClose() throws -> (code: Int, text: String) {
        try receiveFrames { frame in
            guard frame.code == Frame.close else { return nil }
            let code = frame.bytes.prefix(2).reduce(0) { $0 << 8 | Int($1) }
            return (code, String(decoding: frame.bytes.dropFirst(2), as: UTF8.self))
        }
    }
}

/// Joining a room.
extension WebSocket {
    static func joined(
        _ server: TestServer, _ letter: Character, room: String = "7b", _ more: String = "",
        authority: String? = nil
    ) throws -> WebSocket {
        let socket = try WebSocket(
            server, "/rooms/\(room)", authority: authority)
        try socket.join(letter, more)
        try socket.receive(until: #"{"welcome""#)
        return socket
    }

    /// The member of a join that creates the room.
    static let make = #","make":{"keypad":"standard"}"#

    func join(_ letter: Character, _ more: String = "") throws {
        let secret = String(repeating: letter, count: 22)
        try send(#"{"join":{"secret":"\#(secret)"\#(more)}}"#)
    }

    /// Receives the next frame with events, and describes each event. Fails if the server refuses an action.
    func receiveEvents() throws -> [String] {
        try receiveTexts { text in
            switch try ServerMessage.decode(Array(text.utf8)) {
            case .events(let frame)?: return frame.events.map { "\($0)" }
            case .refused?: throw TestFailure.refused(text)
            default: return nil
            }
        }
    }

    func welcome() throws -> Welcome {
        try receiveTexts { text in
            guard case .welcome(let welcome)? = try ServerMessage.decode(Array(text.utf8)) else {
                return nil
            }
            return welcome
        }
    }
}

extension Welcome {
    /// The `since` member of a client that returns after this welcome.
    var position: String {
        let digits = String(epoch, radix: 16)
        let epoch = String(repeating: "0", count: 16 - digits.count) + digits
        return #"{"epoch":"\#(epoch)","seq":\#(sequence)}"#
    }
}
