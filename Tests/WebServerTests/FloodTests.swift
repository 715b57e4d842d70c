import Foundation
import RoomStore
import RunningPrograms
import Testing

@testable import WebServer

@Test(
    .enabled(if: Effort.isFull, "a benchmark, run with CALCROOM_FULL=1"), arguments: [true, false])
func `a client that sends a thousand keys a second does not delay the others`(
    isRefused: Bool
) throws {
    let server = try TestServer { if !isRefused { $0.liftLimits() } }
    var pairs = try ["same", "other"].map { try Pair(server, $0) }
    let flood = Flood(server, room: "same")
    defer { flood.end() }
    // Alternating spreads the other work of the machine over both measurements.
    var (quiet, loud): ([[Duration]], [[Duration]]) = ([[], []], [[], []])
    for _ in 0..<4 {
        for _ in 0..<12 {
            for room in pairs.indices { quiet[room].append(try pairs[room].press()) }
        }
        try flood.begin()
        for _ in 0..<12 { for room in pairs.indices { loud[room].append(try pairs[room].press()) } }
        flood.rest()
    }
    for room in pairs.indices {
        let (before, during) = (quiet[room].sorted(), loud[room].sorted())
        #expect(during[24] < before[24] * 4 + .milliseconds(100), "\(before[24]), \(during[24])")
        #expect(during[47] < before[47] * 4 + .seconds(1), "\(before[47]), \(during[47])")
    }
    #expect(flood.keysPerSecond > 500)
    #expect(flood.wasRefused == isRefused)
}

@Test func `a client that floods and does not read delays no other client`() throws {
    let (server, ada) = try TestServer.withRoom { $0.limits.keysPerSecond = 5 }
    let ben = try WebSocket.joined(server, "b")
    for number in 1...1_000 { try ben.send(#"{"n":\#(number),"press":"1"}"#) }
    try ada.send(#"{"n":1,"press":"7"}"#, until: #""by":1,"n":1,"press":"7""#)
    #expect(try ben.receive(until: #""refused""#).contains(#""why":"rate""#))
}

/// Two people in a room. One presses keys more slowly than the rate limits, and both wait for the event.
private struct Pair {
    private let people: [WebSocket]
    private var number = 0
    private var next = ContinuousClock.now

    init(_ server: TestServer, _ room: String) throws {
        people = [
            try .joined(server, "a", room: room, WebSocket.make),
            try .joined(server, "b", room: room),
        ]
    }

    /// Presses a key, and returns the time until the other person received it.
    mutating func press() throws -> Duration {
        next = max(next, .now) + .milliseconds(40)
        try Wait.untilTrue {
            for person in people { try person.discardFrames() }
            return ContinuousClock.now >= next
        }
        number += 1
        let start = ContinuousClock.now
        try people[0].send(#"{"n":\#(number),"press":"1"}"#)
        try people[1].receive(until: #""by":1,"n":\#(number),"#)
        let time = ContinuousClock.now - start
        try people[0].receive(until: #""by":1,"n":\#(number),"#)
        return time
    }
}

extension WebSocket {
    /// Reads the frames that have arrived, and answers pings.
    fileprivate func discardFrames() throws {
        while socket.hasBytes {
            let frame = try receiveFrame()
            if frame.code == Frame.ping { try send(Frame(code: Frame.pong, bytes: frame.bytes)) }
        }
    }
}

/// A client with its own thread that presses a key every millisecond.
private final class Flood: Sendable {
    private enum State { case resting, starting, flooding, ended }

    private let state = Guarded(State.resting)
    private let count = Guarded((keys: 0, time: Duration.zero, hasRefusal: false))

    init(_ server: TestServer, room: String) {
        Thread { [self] in try? flood(server, room) }.start()
    }

    /// Starts the flood, and waits for its first key.
    func begin() throws {
        state.withLock { $0 = .starting }
        try Wait.untilTrue { self.state.withLock { $0 } == .flooding }
    }

    func rest() { state.withLock { $0 = .resting } }
    func end() { state.withLock { $0 = .ended } }

    var keysPerSecond: Double {
        count.withLock { Double($0.keys) / ($0.time / .seconds(1)) }
    }

    var wasRefused: Bool { count.withLock { $0.hasRefusal } }

    private func flood(_ server: TestServer, _ room: String) throws {
        let eve = try WebSocket.joined(server, "e", room: room)
        var number = 0
        while true {
            switch state.withLock({ $0 }) {
            case .resting: usleep(500)
            case .ended: return
            case .starting, .flooding:
                state.withLock { if $0 == .starting { $0 = .flooding } }
                number = try flood(eve, from: number)
            }
        }
    }

    /// Presses keys until the state changes. Returns the last action number.
    private func flood(_ eve: WebSocket, from last: Int) throws -> Int {
        let start = ContinuousClock.now
        var number = last
        while state.withLock({ $0 }) == .flooding {
            let time = ContinuousClock.now - start
            guard time >= .milliseconds(number - last) else {
                usleep(100)
                continue
            }
            number += 1
            try eve.send(#"{"n":\#(number),"press":"\#(number % 2 == 0 ? "C" : "7")"}"#)
            while eve.socket.hasBytes {
                let text = String(decoding: try eve.receiveFrame().bytes, as: UTF8.self)
                if text.contains(#""refused""#) { count.withLock { $0.hasRefusal = true } }
            }
        }
        count.withLock {
            $0.keys += number - last
            $0.time += ContinuousClock.now - start
        }
        return number
    }
}
