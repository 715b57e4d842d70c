import SharedRoom
import Testing

@testable import WebServer

@Test func `the response to every handshake is the one of RFC 6455`() throws {
    let server = try TestServer()
    for row in HandshakeRow.all {
        let socket = try Socket(port: server.port)
        try socket.send(row.request)
        let response = try socket.read(through: "\r\n\r\n")
        let lines = response.split(separator: "\r\n").map { $0.lowercased() }
        let accepts = lines.filter { $0.hasPrefix("sec-websocket-accept:") }
        let protocols = lines.filter { $0.hasPrefix("sec-websocket-protocol:") }
        #expect(response.hasPrefix("HTTP/1.1 \(row.status) "), "\(row.name): \(response)")
        #expect(!response.contains("Sec-WebSocket-Extensions:"), "\(row.name)")
        #expect(lines.contains("sec-websocket-version: 13") == (row.status == 426), "\(row.name)")
        guard row.status == 101 else {
            #expect(accepts == [] && protocols == [], "\(row.name)")
            let length = lines.first { $0.hasPrefix("content-length: ") }
            #expect(length != nil && length != "content-length: 0", "\(row.name)")
            continue
        }
        #expect(accepts == ["sec-websocket-accept: \(WebSocket.accepted.lowercased())"])
        #expect(response.contains(WebSocket.accepted))
        #expect(protocols == ["sec-websocket-protocol: calcroom.v1"], "\(row.name)")
        #expect(lines.contains("upgrade: websocket") && lines.contains("connection: upgrade"))
    }
}

@Test func `the reaction to every frame is the one of RFC 6455, and disturbs no other client`()
    throws
{
    let (server, ada) = try TestServer.withRoom()
    for row in FrameRow.all {
        let ben = try WebSocket.joined(server, "b")
        try ben.socket.send(row.bytes)
        #expect(try ben.reaction(pongCount: row.reaction.pongCount) == row.reaction, "\(row.name)")
    }
    try ada.send(#"{"n":1,"press":"7"}"#, until: #""press":"7""#)
}

@Test func `a frame that arrives byte by byte is complete with its last byte`() throws {
    let server = try TestServer()
    let ada = try WebSocket.joined(server, "a", WebSocket.make)
    for byte in WebSocket.Frame(code: 1, bytes: Array(#"{"alive":9}"#.utf8)).encoded {
        try ada.socket.send([byte])
    }
    #expect(try ada.receive(until: #""alive""#).hasPrefix(#"{"alive":9,"#))
}

@Test func `a key after a close has no effect`() throws {
    let (server, ada) = try TestServer.withRoom()
    let ben = try WebSocket.joined(server, "b")
    let close = WebSocket.Frame(code: WebSocket.Frame.close, bytes: [0x03, 0xE8])
    let press = WebSocket.Frame(
        code: WebSocket.Frame.text, bytes: Array(#"{"n":1,"press":"5"}"#.utf8))
    try ben.socket.send(close.encoded + press.encoded)
    #expect(try ben.receiveClose().code == 1000)
    try ada.send(#"{"n":1,"press":"7"}"#, until: #""n":1,"press":"7""#)
    let state = try server.get("/rooms/7b/state")
    #expect(state.body.contains(#""display":"7""#))
}

@Test func `the server sends nothing after a close frame, also if libwebsockets sent that`() throws
{
    let (server, ada) = try TestServer.withRoom()
    let ben = try WebSocket.joined(server, "b")
    try ada.receive(until: #""who":2"#)
    try ben.send(.init(code: 3))
    #expect(try ben.receiveClose().code == 1002)
    try ada.send(#"{"n":1,"press":"7"}"#, until: #""press":"7""#)
    // The session has ended, although the client has not confirmed the close.
    try ada.receive(until: #""gone":[2]"#)
    try ben.send(.init(code: WebSocket.Frame.close, bytes: [0x03, 0xEA]))
    #expect(throws: TestFailure.closed) { try ben.receiveFrame() }
}

extension FrameRow.Reaction {
    /// The number of pongs; nil if the connection does not stay open.
    fileprivate var pongCount: Int? {
        switch self {
        case .answers(let pongs, _): pongs.count
        case .closes: nil
        }
    }
}

extension WebSocket {
    /// Receives frames until the server closes, or until it has sent the expected pongs and answered two more
    /// heartbeats. A pong may follow the answers to later messages.
    fileprivate func reaction(pongCount: Int?) throws -> FrameRow.Reaction {
        var pongs: [[UInt8]] = []
        var heartbeats: [Int] = []
        for last in pongCount == nil ? [0] : [98, 99] {
            if pongCount != nil { try send(#"{"alive":\#(last)}"#) }
            while heartbeats.last != last || pongs.count < pongCount ?? 0 {
                let frame: Frame
                do { frame = try receiveFrame() } catch TestFailure.closed { return .closes(nil) }
                switch frame.code {
                case Frame.close:
                    return .closes(frame.bytes.prefix(2).reduce(0) { $0 << 8 | Int($1) })
                case Frame.pong: pongs.append(frame.bytes)
                case Frame.text:
                    let text = String(decoding: frame.bytes, as: UTF8.self)
                    let number = text.firstMatch(of: /{"alive":([0-9]+)/).flatMap { Int($0.1) }
                    if let number { heartbeats.append(number) }
                default: #expect(frame.code == Frame.ping)
                }
            }
        }
        return .answers(pongs: pongs, heartbeats: heartbeats.filter { $0 < 98 })
    }
}
