import SharedRoom
import Testing

@testable import WebServer

/// Frames and the reaction that RFC 6455 requires. The names begin with its sections.
struct FrameCase: Sendable {
    let name: String
    let frames: [WebSocket.Frame]
    /// The code of the close frame; nil if the server closes the socket without one, which the RFC allows.
    let closes: Int?

    private static let alive = Array(#"{"alive":7}"#.utf8)

    static let all = [
        FrameCase(
            name: "5.2 a reserved bit", frames: [.init(reserved: 4, code: 1, bytes: alive)],
            closes: 1002),
        FrameCase(
            name: "5.2 another reserved bit", frames: [.init(reserved: 1, code: 1, bytes: alive)],
            closes: 1002),
        FrameCase(
            name: "5.2 an unknown opcode", frames: [.init(code: 3, bytes: alive)], closes: 1002),
        FrameCase(
            name: "5.2 an unknown control opcode", frames: [.init(code: 11)], closes: 1002),
        FrameCase(
            name: "5.4 a continuation without a beginning", frames: [.init(code: 0, bytes: alive)],
            closes: 1002),
        FrameCase(
            name: "5.4 a text in the middle of another",
            frames: [.init(isFinal: false, code: 1, bytes: [0x7B]), .init(code: 1, bytes: alive)],
            closes: 1002),
        FrameCase(
            name: "5.5 a fragmented control frame",
            frames: [.init(isFinal: false, code: 9, bytes: [1])], closes: 1002),
        FrameCase(
            name: "5.5 a control frame that is too long",
            frames: [.init(code: 9, bytes: Array(repeating: 1, count: 126))], closes: nil),
        FrameCase(
            name: "5.5.1 a close of one byte", frames: [.init(code: 8, bytes: [3])], closes: nil),
        FrameCase(
            name: "5.5.1 a close is answered with its code",
            frames: [.init(code: 8, bytes: [0x03, 0xE8])], closes: 1000),
        FrameCase(
            name: "7.4.1 a close with a reserved code",
            frames: [.init(code: 8, bytes: [0x03, 0xED])], closes: 1002),
        FrameCase(
            name: "7.4.2 a close with an unassigned code",
            frames: [.init(code: 8, bytes: [0x13, 0x88])], closes: nil),
        FrameCase(
            name: "7.4.2 a close with a code that is too big",
            frames: [.init(code: 8, bytes: [0xFF, 0xFF])], closes: nil),
        FrameCase(
            name: "5.5.1 a close with a reason that is not UTF-8",
            frames: [.init(code: 8, bytes: [0x03, 0xE8, 0xFF])], closes: nil),
        FrameCase(
            name: "8.1 a text that is not UTF-8",
            frames: [.init(code: 1, bytes: Array(#"{"alive":7,"x":""#.utf8) + [0xFF, 0x22, 0x7D])],
            closes: 4000),
        FrameCase(
            name: "5.6 a binary message", frames: [.init(code: 2, bytes: alive)], closes: 4000),
        FrameCase(
            name: "5.6 an incomplete binary message",
            frames: [.init(isFinal: false, code: 2, bytes: [1])], closes: 4000),
        FrameCase(
            name: "a frame that is too long",
            frames: [.init(code: 1, bytes: Array(repeating: 0x20, count: 4_097))], closes: 1009),
        FrameCase(
            name: "fragments that are too long together",
            frames: [
                .init(isFinal: false, code: 1, bytes: Array(repeating: 0x20, count: 3_000)),
                .init(code: 0, bytes: Array(repeating: 0x20, count: 3_000)),
            ], closes: 1009),
    ]
}

@Test func `an invalid frame closes its connection with a code, and disturbs no other`() throws {
    let server = try TestServer()
    let ada = try WebSocket.joined(server, "a", WebSocket.make)
    for frames in FrameCase.all {
        let ben = try WebSocket.joined(server, "b")
        for frame in frames.frames { try ben.send(frame) }
        var code: Int?
        do { code = try ben.receiveClose().code } catch TestFailure.closed {}
        #expect(code == frames.closes, "\(frames.name)")
    }
    try ada.send(#"{"n":1,"press":"7"}"#)
    try ada.receive(until: #""press":"7""#)
}

@Test func `a frame after a close has no effect`() throws {
    let server = try TestServer()
    let ada = try WebSocket.joined(server, "a", WebSocket.make)
    let ben = try WebSocket.joined(server, "b")
    let close = WebSocket.Frame(code: WebSocket.Frame.close, bytes: [0x03, 0xE8])
    let press = WebSocket.Frame(
        code: WebSocket.Frame.text, bytes: Array(#"{"n":1,"press":"5"}"#.utf8))
    try ben.socket.send(close.encoded + press.encoded)
    #expect(try ben.receiveClose().code == 1000)
    try ada.send(#"{"n":1,"press":"7"}"#)
    try ada.receive(until: #""n":1,"press":"7""#)
    let state = try HTTPReply(server, "GET /rooms/7b/state HTTP/1.1")
    #expect(state.body.contains(#""display":"7""#))
}

@Test func `a pong has the bytes of the ping, also between the fragments of a text`() throws {
    let server = try TestServer()
    let ada = try WebSocket.joined(server, "a", WebSocket.make)
    try ada.send(.init(isFinal: false, code: 1, bytes: Array(#"{"ali"#.utf8)))
    try ada.send(.init(code: WebSocket.Frame.ping, bytes: [1, 2, 3]))
    try ada.send(.init(isFinal: false, code: 0, bytes: Array(#"ve":"#.utf8)))
    try ada.send(.init(code: 0, bytes: Array("7}".utf8)))
    // The pong and the text may arrive in either order.
    var frames: [WebSocket.Frame] = []
    while !frames.contains(where: { $0.code == WebSocket.Frame.pong })
        || !frames.contains(where: { String(decoding: $0.bytes, as: UTF8.self).contains("alive") })
    {
        frames.append(try ada.receiveFrame())
    }
    let pong = frames.first { $0.code == WebSocket.Frame.pong }
    #expect(pong?.bytes == [1, 2, 3] && pong?.isMasked == false)
}

@Test func `a frame that arrives byte by byte is complete with its last byte`() throws {
    let server = try TestServer()
    let ada = try WebSocket.joined(server, "a", WebSocket.make)
    for byte in WebSocket.Frame(code: 1, bytes: Array(#"{"alive":9}"#.utf8)).encoded {
        try ada.socket.send([byte])
    }
    #expect(try ada.receive(until: #""alive""#).hasPrefix(#"{"alive":9,"#))
}

@Test func `a client that floods and does not read delays no other client`() throws {
    let server = try TestServer { $0.limits.keysPerSecond = 5 }
    let ada = try WebSocket.joined(server, "a", WebSocket.make)
    let ben = try WebSocket.joined(server, "b")
    for number in 1...1_000 { try ben.send(#"{"n":\#(number),"press":"1"}"#) }
    try ada.send(#"{"n":1,"press":"7"}"#)
    try ada.receive(until: #""by":1,"n":1,"press":"7""#)
    #expect(try ben.receive(until: #""refused""#).contains(#""why":"rate""#))
}
