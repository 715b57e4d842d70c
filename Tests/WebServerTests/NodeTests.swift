import Foundation
import RunningRedis
import SharedRoom
import Testing

@testable import WebServer

/// A participant who types, and reconnects to another server if the first one ends.
private final class Typist {
    private let letter: Character
    private var socket: WebSocket
    let number: UInt32
    /// The number of the last confirmed key.
    private(set) var confirmed: Int64 = 0

    init(_ letter: Character, at port: UInt16) throws {
        self.letter = letter
        socket = try WebSocket(port: port)
        try socket.join(letter, WebSocket.make)
        number = try #require(try socket.welcome().you).number
    }

    /// Types the next key until it is confirmed.
    func type() throws {
        let next = confirmed + 1
        while confirmed < next {
            try socket.send(#"{"n":\#(next),"press":"1"}"#)
            try waitForAnswer(to: next)
        }
    }

    /// Waits until the key is confirmed or refused.
    private func waitForAnswer(to next: Int64) throws {
        while true {
            let text = try socket.receive()
            if text.contains(#"{"refused""#) { return }
            if text.contains(#""by":\#(number),"n":\#(next),"#) {
                confirmed = next
                return
            }
        }
    }

    /// Joins at another server. Returns the number of the last key that the server has.
    func reconnect(to port: UInt16) throws -> Int64? {
        let (socket, welcome) = try Wait.until { () -> (WebSocket, Welcome)? in
            guard let socket = try? WebSocket(port: port), (try? socket.join(self.letter)) != nil,
                let welcome = try? socket.welcome()
            else { return nil }
            return (socket, welcome)
        }
        self.socket = socket
        #expect(welcome.you?.number == number)
        return welcome.you?.last
    }
}

@Test(.enabled(if: RunningRedis.isInstalled, "redis-server is not installed (Debian: redis-tools)"))
func `two servers on one Redis lose no keys when a server or Redis is killed`() throws {
    let redis = try RunningRedis(["appendonly yes", "appendfsync always"])
    defer { redis.end() }
    let data = "redis://127.0.0.1:\(redis.port)"
    let servers = try (0..<2).map { _ in
        let server = try ServingProgram(data, ["--loops", "2"])
        try server.waitUntilServing()
        return server
    }
    let typists = try "abcdef".enumerated().map { index, letter in
        try Typist(letter, at: servers[index % 2].port)
    }
    for _ in 0..<20 { for typist in typists { try typist.type() } }
    redis.kill()
    try redis.start()
    for _ in 0..<20 { for typist in typists { try typist.type() } }
    try servers[0].kill()
    for (index, typist) in typists.enumerated() where index % 2 == 0 {
        #expect(try typist.reconnect(to: servers[1].port) == 40)
    }
    for _ in 0..<20 { for typist in typists { try typist.type() } }
    let third = try ServingProgram(data, ["--loops", "2"])
    try third.waitUntilServing()
    for server in [servers[1], third] {
        let request = "GET /rooms/7b/log?from=1&count=1000 HTTP/1.1"
        let log = try HTTPReply(port: server.port, request).body
        for typist in typists {
            let keys = log.matches(of: /"by":([0-9]+),"n":([0-9]+),"press"/)
                .filter { UInt32($0.1) == typist.number }.compactMap { Int64($0.2) }
            #expect(keys == Array(1...60))
        }
    }
    try servers[1].stop()
    try third.stop()
}
