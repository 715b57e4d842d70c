import Foundation
import RunningPrograms
import SharedRoom
import Testing

@testable import RoomServer

enum Document {
    /// The table rows with this number of columns.
    static func rows(of columns: Int, in document: String = "protocol.md") throws -> [String] {
        try Checkout.text(of: "docs/\(document)").split(separator: "\n").map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        .filter { $0.hasPrefix("|") && $0.split(separator: "|").count == columns }
    }
}

@Test func `the tables of limits in the documents are complete`() throws {
    // A row has a limit, or a rate and its burst: | `keysPerSecond`, `keysAtOnceMax` | 30, 64 |
    let documented = try ["protocol.md", "http.md"].flatMap { document in
        try Document.rows(of: 3, in: document).flatMap { row in
            let cells = row.split(separator: "|").map {
                $0.split(separator: ",").map { $0.filter { !" `".contains($0) } }
            }
            return zip(cells[0], cells[1]).map { "\($0) \($1)" }
        }
    }
    for limit in Limit.allCases {
        #expect(limit.row.limit == limit)
        let row = "\(limit.name) \(Limits()[limit])"
        #expect(documented.contains(row), "\(row)")
    }
}

@Test func `a room without sessions is closed after a minute`() throws {
    let (shell, host) = try TestShell.hosted()
    shell.leave(host)
    shell.wait(0)
    shell.wait(59_999)
    #expect(shell.edge.roomCount == 1)
    shell.wait(1)
    #expect(shell.edge.roomCount == 0)
    let last = try #require(shell.requests.last)
    #expect(try last == .close(shell.name, ticket: #require(last.ticket)))
}

@Test func `a room stays open if somebody returns`() throws {
    let shell = try TestShell()
    shell.leave(try shell.host())
    shell.wait(30_000)
    let again = try shell.join("h")
    shell.wait(100_000)
    #expect(shell.edge.roomCount == 1 && shell.closing(again) == nil)
}

@Test func `sessions and rooms beyond the limits are closed`() throws {
    let (shell, _) = try TestShell.hosted { ($0[.sessionsPerRoomMax], $0[.openRoomsMax]) = (2, 1) }
    _ = try shell.join("b")
    #expect(shell.closing(try shell.join("c")) == .full)
    let session = shell.connect(to: "other")
    shell.say(joining("a"), session)
    #expect(shell.closing(session) == .serverLimit)
}

@Test func `connections from one address share a key rate limit that does not affect others`()
    throws
{
    let shell = try TestShell { ($0[.addressKeysAtOnceMax], $0[.addressKeysPerSecond]) = (5, 1) }
    let (host, ben, eve) = try shell.twoAtOneAddressAndEve()
    shell.say(#"{"n":1,"press":["1","2","3","4"]}"#, host)
    shell.say(#"{"n":1,"press":["5","6"]}"#, ben)
    shell.act(#"{"n":1,"press":["7","8"]}"#, eve)
    #expect(shell.log.suffix(7).compactMap(\.signature?.number) == [1, 2, 3, 4, 1, 1, 2])
    #expect(
        shell.frames(ben).contains(
            #"{"refused":{"n":2,"why":"rate","limit":"addressKeysPerSecond","retry":1000}}"#))
    shell.wait(1_000)
    shell.act(#"{"n":2,"press":"6"}"#, ben)
    #expect(shell.log.last?.signature?.number == 2)
}

@Test func `connections from one address share a limit of computation steps`() throws {
    let shell = try TestShell { ($0[.addressStepsAtOnceMax], $0[.addressStepsPerSecond]) = (0, 1) }
    let (host, ben, eve) = try shell.twoAtOneAddressAndEve()
    for session in [host, ben] {
        shell.act(#"{"n":1,"press":["2","sqrt"]}"#, session)
        shell.say(#"{"n":3,"press":"1"}"#, session)
        #expect(try shell.refusals(session) == ["3 work"])
    }
    shell.say(#"{"n":1,"press":"1"}"#, eve)
    #expect(try shell.refusals(eve) == [])
}

@Test func `a class of sixty may each compute a sine every two seconds`() throws {
    let shell = try TestShell()
    shell.address = 7
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz01234567"
    var pupils = [try shell.join("A", #","make":{"keypad":"scientific"}"#)]
    for letter in letters.dropFirst() { pupils.append(try shell.join(letter)) }
    #expect(pupils.count == 60)
    for round in 0..<90 {
        for pupil in pupils {
            let keys = #"["AC","sin","\#(round % 9 + 1)",")","="]"#
            shell.act(#"{"n":\#(5 * round + 1),"press":\#(keys)}"#, pupil)
            shell.wait(33)
        }
        #expect(try pupils.flatMap(shell.refusals) == [])
        #expect(shell.log.last?.signature?.number == Int64(5 * round + 5))
        shell.clearSent()
    }
}

@Test func `a class of sixty with two devices each behind one address meets no limit`() throws {
    let shell = try TestShell()
    shell.address = 7
    let host = try shell.host()
    var devices: [SessionID] = []
    for visit in 0..<3 {
        // Everybody opens or reloads the page at the same time.
        for device in devices { shell.leave(device) }
        devices = (100..<220).map { number in
            let device = shell.connect()
            shell.say(joining(secret: secret(number)), device)
            _ = shell.charge(1_000, packets: 5, device)
            return device
        }
        shell.tick()
        let last = shell.log.count
        // Sixty people press five keys a second each, for ten seconds.
        for key in 1...50 {
            for group in stride(from: 0, to: 60, by: 10) {
                for device in devices[group..<group + 10] {
                    shell.say(#"{"n":\#(50 * visit + key),"press":"\#(key % 10)"}"#, device)
                    #expect(shell.charge(30, packets: 2, device) == 0)
                }
                shell.wait(33)
            }
            shell.clearSent()
        }
        #expect(shell.log.count == last + 3_000)
    }
    let sessions = devices + [host]
    #expect(sessions.flatMap(shell.limits) == [])
    #expect(sessions.allSatisfy { shell.closing($0) == nil })
}

@Test func `limits of an address are kept for a minute after its last connection`() throws {
    let shell = try TestShell { ($0[.addressKeysAtOnceMax], $0[.addressKeysPerSecond]) = (3, 1) }
    shell.address = 7
    let host = try shell.host()
    shell.act(#"{"n":1,"press":["1","2","3"]}"#, host)
    shell.leave(host)
    let again = try shell.join("h")
    shell.say(#"{"n":4,"press":"4"}"#, again)
    #expect(try shell.refusals(again) == ["4 rate"])
    shell.address = nil
    for _ in 0..<50 { shell.leave(shell.connect()) }
    #expect(shell.edge.addressCount == 51)
    shell.wait(60_001)
    _ = shell.connect()
    // The first address, the last connection, and the one before it, whose minute begins now.
    #expect(shell.edge.addressCount == 3)
}

/// Meets a limit, and returns the session that does.
private let waysToMeet:
    [(
        Limit, @Sendable (inout Limits) -> Void,
        @Sendable (TestShell) throws -> SessionID
    )] = [
        (.keysPerSecond, { $0[.keysAtOnceMax] = 1 }, { try $0.pressing(2) }),
        (.addressKeysPerSecond, { $0[.addressKeysAtOnceMax] = 1 }, { try $0.pressing(2) }),
        (.stepsPerSecond, { $0[.stepsAtOnceMax] = 0 }, { try $0.pressingTwice() }),
        (.addressStepsPerSecond, { $0[.addressStepsAtOnceMax] = 0 }, { try $0.pressingTwice() }),
        (.actionsInFlightMax, { $0[.actionsInFlightMax] = 1 }, { try $0.pressing(2) }),
        (.trafficPerSecond, { $0[.trafficAtOnceMax] = 0 }, { try $0.sending(1_000) }),
        (.addressTrafficPerSecond, { $0[.addressTrafficAtOnceMax] = 0 }, { try $0.sending(1_000) }),
        (
            .joinTime, { _ in },
            { shell in
                let session = shell.connect()
                shell.wait(10_000)
                return session
            }
        ),
        (.sessionsPerRoomMax, { $0[.sessionsPerRoomMax] = 1 }, { try $0.second() }),
        (
            .spectatorsPerRoomMax, { $0[.spectatorsPerRoomMax] = 0 },
            { try $0.second(#","watch":true"#) }
        ),
        (.openRoomsMax, { $0[.openRoomsMax] = 0 }, { try $0.host() }),
        (.newcomersPerSecond, { $0[.newcomersAtOnceMax] = 0 }, { try $0.second() }),
        (.roomNewcomersPerSecond, { $0[.roomNewcomersAtOnceMax] = 0 }, { try $0.second() }),
        (.roomsPerHour, { $0[.roomsAtOnceMax] = 0 }, { try $0.host() }),
        (.serverRoomsPerHour, { $0[.serverRoomsAtOnceMax] = 0 }, { try $0.host() }),
    ]

@Test func `a client that meets a limit receives its name, and the shell notes it`() throws {
    for (limit, configure, meet) in waysToMeet {
        let shell = try TestShell(configure)
        let session = try meet(shell)
        #expect(shell.limits(session) == [limit])
        let named = shell.frames(session).filter { $0.contains(#""limit":"\#(limit)""#) }
        #expect(named.count == 1, "\(limit): \(shell.frames(session))")
    }
}

extension TestShell {
    fileprivate func pressing(_ count: Int, by other: SessionID? = nil) throws -> SessionID {
        let session = try other ?? host()
        press(count, session)
        return session
    }

    fileprivate func pressingTwice() throws -> SessionID {
        let session = try host()
        act(#"{"n":1,"press":["2","sqrt","="]}"#, session)
        say(#"{"n":4,"press":"1"}"#, session)
        return session
    }

    fileprivate func sending(_ count: Int64) throws -> SessionID {
        let session = try host()
        _ = charge(count, session)
        return session
    }

    fileprivate func second(_ more: String = "") throws -> SessionID {
        _ = try host()
        return try join("b", more)
    }
}

extension TestShell {
    /// The host and Ben come from one address, Eve from another.
    func twoAtOneAddressAndEve() throws -> (
        host: SessionID, ben: SessionID, eve: SessionID
    ) {
        address = 7
        let (host, ben) = (try host(), try join("b"))
        address = 8
        return (host, ben, try join("e"))
    }
}
