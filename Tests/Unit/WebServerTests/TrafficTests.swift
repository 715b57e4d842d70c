import Glibc
import Testing

@testable import WebServer

/// Traffic without keys.
enum Noise: CaseIterable {
    case pings, pongs, emptyFragments, heartbeats

    var frame: WebSocket.Frame {
        switch self {
        case .pings: .init(code: WebSocket.Frame.ping)
        case .pongs: .init(code: WebSocket.Frame.pong)
        case .emptyFragments: .init(isFinal: false, code: 0)
        case .heartbeats: .init(code: WebSocket.Frame.text, bytes: Array(#"{"alive":7}"#.utf8))
        }
    }
}

@Test(arguments: Noise.allCases, [true, false])
func `a client that sends too much of anything is not read for a while`(
    _ noise: Noise, usesLibev: Bool
) throws {
    let (server, ada) = try TestServer.withRoom {
        $0.usesLibev = usesLibev
        $0.limits[.trafficAtOnceMax] = 20_000
        $0.limits[.trafficPerSecond] = 40_000
    }
    let eve = try WebSocket.joined(server, "e")
    // The message about the pause may arrive late, so the time counts from before the flood.
    let start = ContinuousClock.now
    try eve.flood(noise, byteCount: 40_000)
    let text = try eve.receiveText(until: #"{"throttled":{"limit":"trafficPerSecond","#)
    let retry = try #require(text.firstMatch(of: /"retry":([0-9]+)/).flatMap { Int($0.1) })
    // The server still serves other clients.
    try ada.send(#"{"n":1,"press":"1"}"#, until: #""by":1,"n":1,"#)
    // The server does not read these frames before the end of the pause.
    if noise == .emptyFragments { try eve.send(.init(code: 0)) }
    try eve.send(#"{"alive":8}"#)
    try eve.receiveText(until: #"{"alive":8,"#)
    #expect(ContinuousClock.now - start >= .milliseconds(retry - 20))
    _ = try server.log.line(with: "trafficPerSecond")
}

@Test func `a client that sends too much over TLS is not read for a while`() throws {
    let certificates = try TestCertificates()
    let server = try TestServer {
        $0.certificate = certificates.files
        $0.limits[.trafficAtOnceMax] = 20_000
    }
    let eve = try WebSocket.joined(
        server, "e", WebSocket.make, authority: certificates.authority)
    try eve.flood(.pings, byteCount: 40_000)
    try eve.receiveText(until: #"{"throttled":{"limit":"trafficPerSecond","#)
}

@Test func `the kernel counts what a socket received and what its peer received`() throws {
    let listener = try ListeningSocket(host: "127.0.0.1", port: 0)
    let client = try Socket(port: listener.port)
    try client.send([UInt8](repeating: 7, count: 3_000))
    let (descriptor, _) = try Wait.until { listener.accept() }
    defer {
        close(descriptor)
        close(listener.descriptor)
    }
    func traffic() throws -> SocketTraffic { try #require(SocketTraffic(of: descriptor)) }
    try Wait.untilTrue { try traffic().bytes == 3_000 }
    #expect(try (1...3_000).contains(traffic().packets))
    let before = try traffic().acknowledged
    #expect(send(descriptor, [UInt8](repeating: 7, count: 2_000), 2_000, 0) == 2_000)
    _ = try client.read(2_000)
    try Wait.untilTrue { try traffic().acknowledged == before + 2_000 }
}

extension WebSocket {
    fileprivate func flood(_ noise: Noise, byteCount: Int) throws {
        if noise == .emptyFragments {
            try send(Frame(isFinal: false, code: Frame.text, bytes: Array(#"{"alive":7}"#.utf8)))
        }
        let frame = noise.frame.encoded
        let count = byteCount / frame.count
        try socket.send(Array(repeatElement(frame, count: count).joined()))
    }

    /// Skips frames until a text contains the part.
    @discardableResult
    fileprivate func receiveText(until part: String) throws -> String {
        try receiveFrames { frame in
            let text = String(decoding: frame.bytes, as: UTF8.self)
            return text.contains(part) ? text : nil
        }
    }
}
