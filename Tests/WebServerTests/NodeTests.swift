import Foundation
import RunningRedis
import SharedRoom
import Testing

@testable import WebServer

/// Somebody who types, and comes back to another server when theirs is gone.
private final class Pupil {
    private let letter: Character
    private var socket: WebSocket
    let number: UInt32
    /// The last key that was seen.
    private(set) var seen: Int64 = 0

    init(_ letter: Character, at port: UInt16) throws {
        self.letter = letter
        socket = try WebSocket(port: port)
        try socket.join(letter, WebSocket.make)
        number = try #require(try socket.welcome().you).number
    }

    /// Types the next key, and sees it.
    func type() throws {
        let next = seen + 1
        while seen < next {
            try socket.send(#"{"n":\#(next),"press":"1"}"#)
            try receive(until: next)
        }
    }

    /// Refused is what has to be typed again.
    private func receive(until next: Int64) throws {
        while true {
            let text = try socket.receive()
            if text.contains(#"{"refused""#) { return }
            if text.contains(#""by":\#(number),"n":\#(next),"#) {
                seen = next
                return
            }
        }
    }

    /// The last of their keys that the server knows.
    func comeBack(to port: UInt16) throws -> Int64? {
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
func `O60 two servers on one Redis have the same rooms, and either may be killed, and Redis`()
    throws
{
    let redis = try RunningRedis(["appendonly yes", "appendfsync always"])
    defer { redis.end() }
    let data = "redis://127.0.0.1:\(redis.port)"
    let servers = try (0..<2).map { _ in
        let server = try ServingProgram(data, ["--loops", "2"])
        try server.waitUntilServing()
        return server
    }
    let pupils = try "abcdef".enumerated().map { place, letter in
        try Pupil(letter, at: servers[place % 2].port)
    }
    for _ in 0..<20 { for pupil in pupils { try pupil.type() } }
    redis.kill()
    try redis.start()
    for _ in 0..<20 { for pupil in pupils { try pupil.type() } }
    try servers[0].kill()
    for (place, pupil) in pupils.enumerated() where place % 2 == 0 {
        #expect(try pupil.comeBack(to: servers[1].port) == 40)
    }
    for _ in 0..<20 { for pupil in pupils { try pupil.type() } }
    let third = try ServingProgram(data, ["--loops", "2"])
    try third.waitUntilServing()
    for server in [servers[1], third] {
        let log = try HTTPReply(port: server.port, "GET /rooms/7b/log?from=1&count=1000 HTTP/1.1").body
        for pupil in pupils {
            let keys = log.matches(of: /"by":([0-9]+),"n":([0-9]+),"press"/)
                .filter { UInt32($0.1) == pupil.number }.compactMap { Int64($0.2) }
            #expect(keys == Array(1...60))
        }
    }
    try servers[1].stop()
    try third.stop()
}
