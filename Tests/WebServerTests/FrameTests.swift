import SharedRoom
import Testing

@testable import WebServer

/// Frames and the answer that RFC 6455 requires, with its sections.
struct FrameCase: Sendable {
    let name: String
    let frames: [WebSocket.Frame]
    /// Nil if the server closes the socket without a close frame, which the RFC allows.
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
            name: "5.2 an unknown opcode of control", frames: [.init(code: 11)], closes: 1002),
        FrameCase(
            name: "5.4 a continuation of nothing", frames: [.init(code: 0, bytes: alive)],
            closes: 1002),
        FrameCase(
            name: "5.4 a text in the middle of another",
            frames: [.init(isFinal: false, code: 1, bytes: [0x7B]), .init(code: 1, bytes: alive)],
            closes: 1002),
        FrameCase(
            name: "5.5 a control frame in pieces",
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
            name: "7.4.1 a close with a code that nobody may send",
            frames: [.init(code: 8, bytes: [0x03, 0xED])], closes: 1002),
        FrameCase(
            name: "7.4.2 a close with a code of nobody",
            frames: [.init(code: 8, bytes: [0x13, 0x88])], closes: nil),
        FrameCase(
            name: "7.4.2 a close with a code that is too big",
            frames: [.init(code: 8, bytes: [0xFF, 0xFF])], closes: nil),
        FrameCase(
            name: "5.5.1 a close with a reason that is no UTF-8",
            frames: [.init(code: 8, bytes: [0x03, 0xE8, 0xFF])], closes: nil),
        FrameCase(
            name: "8.1 a text that is no UTF-8",
            frames: [.init(code: 1, bytes: Array(#"{"alive":7,"x":""#.utf8) + [0xFF, 0x22, 0x7D])],
            closes: 4000),
        FrameCase(name: "5.6 bytes", frames: [.init(code: 2, bytes: alive)], closes: 4000),
        FrameCase(
            name: "5.6 bytes that do not end",
            frames: [.init(isFinal: false, code: 2, bytes: [1])], closes: 4000),
        FrameCase(
            name: "a frame that is too long",
            frames: [.init(code: 1, bytes: Array(repeating: 0x20, count: 4_097))], closes: 1009),
        FrameCase(
            name: "pieces that are too long together",
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

@Test func `U7 a ping is answered with its own bytes, also between the pieces of a text`() throws {
    let server = try TestServer()
    let ada = try WebSocket.joined(server, "a", WebSocket.make)
    try ada.send(.init(isFinal: false, code: 1, bytes: Array(#"{"ali"#.utf8)))
    try ada.send(.init(code: WebSocket.Frame.ping, bytes: [1, 2, 3]))
    try ada.send(.init(isFinal: false, code: 0, bytes: Array(#"ve":"#.utf8)))
    try ada.send(.init(code: 0, bytes: Array("7}".utf8)))
    // Either may come first: a pong waits for nothing, and for nothing else.
    var heard: [WebSocket.Frame] = []
    while !heard.contains(where: { $0.code == WebSocket.Frame.pong })
        || !heard.contains(where: { String(decoding: $0.bytes, as: UTF8.self).contains("alive") })
    {
        heard.append(try ada.receiveFrame())
    }
    let pong = heard.first { $0.code == WebSocket.Frame.pong }
    #expect(pong?.bytes == [1, 2, 3] && pong?.isMasked == false)
}

@Test func `U7 a frame may come byte by byte`() throws {
    let server = try TestServer()
    let ada = try WebSocket.joined(server, "a", WebSocket.make)
    for byte in WebSocket.Frame(code: 1, bytes: Array(#"{"alive":9}"#.utf8)).encoded {
        try ada.socket.send([byte])
    }
    #expect(try ada.receive(until: #""alive""#).hasPrefix(#"{"alive":9,"#))
}

@Test func `U8 what is not read and not said costs the others nothing`() throws {
    let server = try TestServer { $0.limits.keysPerSecond = 5 }
    let ada = try WebSocket.joined(server, "a", WebSocket.make)
    let ben = try WebSocket.joined(server, "b")
    for number in 1...1_000 { try ben.send(#"{"n":\#(number),"press":"1"}"#) }
    try ada.send(#"{"n":1,"press":"7"}"#)
    try ada.receive(until: #""by":1,"n":1,"press":"7""#)
    #expect(try ben.receive(until: #""refused""#).contains(#""why":"rate""#))
}
