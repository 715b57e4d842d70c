import RunningPrograms
import SeededNumbers
import Testing

@testable import WebServer

/// Valid heads of requests, which the test damages.
private let beginnings = [
    "GET / HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: \"x\"\r\nAccept-Encoding: gzip\r\n\r\n",
    "HEAD /rooms/7b/log?from=1&count=2 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "POST /rooms/7b HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nabcde",
    """
    GET /rooms/7b HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
    Sec-WebSocket-Key: \(WebSocket.key)\r\nSec-WebSocket-Version: 13\r\n\
    Sec-WebSocket-Protocol: calcroom.v1\r\n\r\n
    """,
].map { Array($0.utf8) }

private let frames: [WebSocket.Frame] = [
    .init(
        code: 1,
        bytes: Array(#"{"join":{"secret":"0123456789012345678901","make":{"keypad":"tip"}}}"#.utf8)),
    .init(code: 1, bytes: Array(#"{"n":1,"press":"7"}"#.utf8)),
    .init(isFinal: false, code: 1, bytes: Array(#"{"ali"#.utf8)),
    .init(code: 0, bytes: Array("ve".utf8)),
    .init(code: 2, bytes: [1, 2, 3]), .init(code: 8, bytes: [3, 232]), .init(code: 9, bytes: [1]),
]

@Test(arguments: 1...4 as ClosedRange<UInt64>)
func `random bytes on one connection do not disturb the others`(seed: UInt64) throws {
    let server = try TestServer { $0.limits.lift() }
    let ada = try WebSocket.joined(server, "a", room: "quiet", WebSocket.make)
    var random = SplitMix(seed: seed)
    for _ in 0..<Effort.count(100, full: 1_000) {
        var bytes = random.element(of: beginnings)
        let headCount = bytes.count
        for _ in 0..<random.next(below: 6) { bytes += random.element(of: frames).encoded }
        // Mostly damages the frames, because the server does not read the frames after a damaged head.
        let start = bytes.count > headCount && random.next(below: 4) > 0 ? headCount : 0
        for _ in 0..<random.next(below: 6) {
            bytes[start + random.next(below: bytes.count - start)] = UInt8(random.next(below: 256))
        }
        let socket = try Socket(port: server.port)
        try? socket.send(Array(bytes.prefix(random.bool() ? bytes.count : bytes.count / 2)))
    }
    try ada.send(#"{"alive":1}"#, until: #""alive":1"#)
    #expect(try server.get("/").status == 200)
}
