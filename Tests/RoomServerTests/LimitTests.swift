import Foundation
import SeededNumbers
import SharedRoom
import Testing

@testable import RoomServer

enum Document {
    /// The lines of the protocol's tables with so many columns.
    static func rows(of columns: Int) throws -> [String] {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(
            contentsOf: root.appending(path: "docs/protocol.md"), encoding: .utf8)
        return text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { $0.hasPrefix("|") && $0.split(separator: "|").count == columns }
    }
}

@Test func `L1 the table has every limit`() throws {
    let rows = try Document.rows(of: 3)
    for limit in Mirror(reflecting: ServiceLimits()).children {
        let row = "| `\(limit.label ?? "")` | \(limit.value) |"
        #expect(rows.contains { $0.hasPrefix(row) }, "\(row)")
    }
}

@Test func `L2 a ring keeps its limit with a thousand readers of whom one never reads`() throws {
    let shell = try Shell()
    let host = try shell.host()
    let boards = try (0..<1_000).map { _ in try shell.join("w", #","watch":true"#) }
    shell.edge.block(boards[0])
    let keys = Array(repeating: "\"7\"", count: 60).joined(separator: ",")
    for round in 0..<40 {
        shell.forgetSent()
        shell.pass(2_000)
        shell.say(#"{"n":\#(60 * round + 1),"press":[\#(keys)]}"#, host)
        shell.turn()
    }
    #expect(shell.log.count == 2_402)
    #expect(shell.edge.ringByteCount(of: shell.name) <= 65_536)
    let frames = shell.sent.filter { String(decoding: $0.frame, as: UTF8.self).contains("by") }
    #expect(frames.count == 1_000)
    let places = frames.map { $0.frame.withUnsafeBufferPointer { $0.baseAddress } }
    #expect(Set(places).count == 1)
    #expect(shell.frames(boards[0]).isEmpty)
    #expect(Edge.sessionByteCount < 1_024)
}

@Test func `L6 all rings share a budget, and the oldest goes first`() throws {
    var limits = ServiceLimits()
    limits.ringsBytesMax = 2_000
    let shell = try Shell(limits)
    let host = try shell.host()
    let busy = try #require(RoomName(normal: "busy".utf8))
    var drafts = shell.appends[0]
    shell.say(#"{"n":1,"press":["1","2","3","4","5","6"]}"#, host)
    shell.turn()
    let (session, _) = shell.edge.connect(busy, from: 0, at: shell.now)
    _ = shell.edge.receive(Array(joining("h").utf8), from: session, at: shell.now)
    // Of this room the test is the store.
    _ = shell.edge.takeRequests()
    let press = Draft(.press(.digit(.seven)), signature: Signature(author: 1, pen: 0, number: 1))
    drafts += Array(repeating: press, count: 8)
    let events = drafts.enumerated().map { index, draft in
        Event(sequence: Int64(index) + 1, time: 1_790_000_099_000, draft: draft)
    }
    _ = shell.edge.report(.opened(busy, OpenedRoom(epoch: 1, events: events)), at: shell.now)
    #expect(shell.edge.ringByteCount(of: shell.name) > 0)
    shell.turn()
    #expect(shell.edge.ringByteCount(of: shell.name) == 0)
    let kept = shell.edge.ringByteCount(of: busy)
    #expect(kept > 1_000 && kept == shell.edge.ringsByteCount)
    shell.forgetSent()
    shell.say(#"{"n":7,"press":"7"}"#, host)
    shell.turn()
    #expect(shell.frames(host).count == 1 && shell.frames(host)[0].hasPrefix(#"{"seq":9"#))
    #expect(shell.edge.ringsByteCount <= 2_000)
    shell.leave(host)
    shell.pass(0)
    shell.pass(60_000)
    #expect(shell.edge.ringsByteCount == kept)
}

@Test func `L6 the ring of a room that is being opened anew counts too`() throws {
    var limits = ServiceLimits()
    limits.ringsBytesMax = 500
    let shell = try Shell(limits)
    _ = try shell.host()
    shell.isHeld = true
    let press = Draft(.press(.digit(.seven)), signature: Signature(author: 1, pen: 0, number: 1))
    let first = try #require(shell.log.last).sequence + 1
    // After a dozen events one is missing, so the edge asks for the room once more.
    for sequence in Array(first..<(first + 12)) + [first + 13] {
        shell.report(.events(shell.name, [Event(sequence: sequence, time: 5, draft: press)]))
    }
    #expect(shell.requests.suffix(2) == [.close(shell.name), .open(shell.name)])
    #expect(shell.edge.ringByteCount(of: shell.name) > 500)
    shell.turn()
    #expect(shell.edge.ringByteCount(of: shell.name) == 0 && shell.edge.ringsByteCount == 0)
}

@Test(arguments: 1...8) func `L4 no frames stop a server`(number: UInt64) throws {
    var numbers = SplitMix(seed: number)
    func random(_ limit: Int) -> Int { numbers.next(below: limit) }
    func text() -> String {
        let count = random(12)
        return switch random(16) {
        case 0, 1: joining(["h", "b", "c"][random(3)], #","make":{"keypad":"tip"}"#)
        case 2: joining("w", #","watch":true,"views":true"#)
        case 3: #"{"alive":\#(count)}"#
        case 4: #"{"hash":{"seq":\#(count),"is":"0123456789abcdef"}}"#
        case 5: #"{"n":\#(count),"remove":\#(random(4))}"#
        case 6: #"{"n":\#(count),"startOver":true}"#
        case 7: #"{"n":\#(count),"delete":true}"#
        case 8: #"{"n":9007199254740991,"press":"1"}"#
        case 9: #"{"n":\#(count),"door":\#(random(2) == 0)}"#
        case 10: String("{\"n\":1,\"press\":[]]}}".prefix(count))
        case 11: joining("h", #","since":{"epoch":"0000000000009f2c","seq":\#(count)}"#)
        default: #"{"n":\#(count),"press":["1","+","2","="]}"#
        }
    }
    let shell = try Shell()
    var sessions = (0..<4).map { _ in shell.connect() }
    var followers = sessions.map(Follower.init)
    var agreements = 0
    for step in 0..<20_000 {
        let place = random(sessions.count)
        switch random(20) {
        case 0: shell.leave(sessions[place])
        case 1: shell.edge.block(sessions[place])
        case 2: shell.edge.unblock(sessions[place])
        case 3: shell.pass(Int64(random(3_000)))
        case 4: shell.isWritable.toggle()
        case 5: shell.isHeld.toggle()
        case 6: shell.lose()
        case 7, 8: shell.turn()
        default: shell.say(text(), sessions[place])
        }
        if shell.closing(sessions[place]) != nil || random(50) == 0 {
            sessions[place] = shell.connect()
            followers.append(Follower(sessions[place]))
        }
        for (session, frame) in shell.sent {
            guard let index = followers.lastIndex(where: { $0.session == session }) else {
                continue
            }
            try followers[index].take(frame)
        }
        shell.forgetSent()
        if step.isMultiple(of: 500), let room = shell.healed() {
            var replica = Room()
            for event in shell.log { _ = replica.apply(event) }
            #expect(room == replica)
            agreements += 1
        }
    }
    #expect(agreements > 10)
    #expect(followers.reduce(0) { $0 + $1.checks } > 100)
    (shell.isHeld, shell.isWritable) = (false, true)
    for session in sessions { shell.leave(session) }
    shell.stop()
    shell.turn()
    shell.pass(200_000)
    #expect(shell.edge.sessionCount == 0 && shell.edge.roomCount == 0)
}

extension Shell {
    /// An event that the edge is not told of. The first one of a room is always a `make`.
    @discardableResult
    fileprivate func lose() -> Event? {
        guard !log.isEmpty else { return nil }
        let signature = Signature(author: 99, pen: 0, number: 1)
        return commit([Draft(.press(.digit(.one)), signature: signature)])[0]
    }

    /// The room when the store works and what got lost has been noticed.
    fileprivate func healed() -> Room? {
        (isHeld, isWritable) = (false, true)
        turn()
        if let last = lose() { report(.events(name, [last])) }
        turn()
        return edge.room(named: name)
    }
}

@Test func `L5 a room without sessions is closed after a minute`() throws {
    let shell = try Shell()
    let host = try shell.host()
    shell.leave(host)
    shell.pass(0)
    shell.pass(59_999)
    #expect(shell.edge.roomCount == 1)
    shell.pass(1)
    #expect(shell.edge.roomCount == 0 && shell.requests.last == .close(shell.name))
}

@Test func `L5 a room that somebody comes back to stays open`() throws {
    let shell = try Shell()
    shell.leave(try shell.host())
    shell.pass(30_000)
    let again = try shell.join("h")
    shell.pass(100_000)
    #expect(shell.edge.roomCount == 1 && shell.closing(again) == nil)
}

@Test func `L5 what is too many is closed with full`() throws {
    var limits = ServiceLimits()
    limits.sessionsPerRoomMax = 2
    limits.openRoomsMax = 1
    let shell = try Shell(limits)
    _ = try shell.host()
    _ = try shell.join("b")
    #expect(shell.closing(try shell.join("c")) == .full)
    let name = try #require(RoomName(normal: "other".utf8))
    let (session, _) = shell.edge.connect(name, from: 0, at: 1_000)
    let actions = shell.edge.receive(Array(joining("a").utf8), from: session, at: 1_000)
    #expect(actions.contains(.close(session, .full, text: Array("the room is full".utf8))))
}

@Test func `L7 connections from one address share a rate of keys, and others do not feel it`()
    throws
{
    var limits = ServiceLimits()
    limits.addressKeysAtOnceMax = 5
    limits.addressKeysPerSecond = 1
    let shell = try Shell(limits)
    let (host, ben, eve) = try shell.twoAtOneAddressAndEve()
    shell.say(#"{"n":1,"press":["1","2","3","4"]}"#, host)
    shell.say(#"{"n":1,"press":["5","6"]}"#, ben)
    shell.say(#"{"n":1,"press":["7","8"]}"#, eve)
    shell.turn()
    #expect(shell.log.suffix(7).compactMap(\.signature?.number) == [1, 2, 3, 4, 1, 1, 2])
    #expect(shell.frames(ben).contains(#"{"refused":{"n":2,"why":"rate","retry":1000}}"#))
    shell.pass(1_000)
    shell.say(#"{"n":2,"press":"6"}"#, ben)
    shell.turn()
    #expect(shell.log.last?.signature?.number == 2)
}

@Test func `L7 connections from one address share the work that they may cause`() throws {
    var limits = ServiceLimits()
    limits.addressStepsAtOnceMax = 0
    limits.addressStepsPerSecond = 1
    let shell = try Shell(limits)
    let (host, ben, eve) = try shell.twoAtOneAddressAndEve()
    shell.say(#"{"n":1,"press":["2","sqrt","="]}"#, host)
    shell.turn()
    shell.say(#"{"n":1,"press":"1"}"#, ben)
    #expect(try shell.refusals(ben) == ["1 work"])
    shell.say(#"{"n":1,"press":"1"}"#, eve)
    #expect(try shell.refusals(eve) == [])
}

@Test func `L7 a class of sixty may work out a sine each every two seconds`() throws {
    let shell = try Shell(ServiceLimits())
    shell.origin = 7
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz01234567"
    var pupils = [try shell.join("A", #","make":{"keypad":"scientific"}"#)]
    for letter in letters.dropFirst() { pupils.append(try shell.join(letter)) }
    #expect(pupils.count == 60)
    for round in 0..<90 {
        for pupil in pupils {
            let keys = #"["AC","sin","\#(round % 9 + 1)",")","="]"#
            shell.say(#"{"n":\#(5 * round + 1),"press":\#(keys)}"#, pupil)
            shell.turn()
            shell.pass(33)
        }
        #expect(try pupils.flatMap(shell.refusals) == [])
        #expect(shell.log.last?.signature?.number == Int64(5 * round + 5))
        shell.forgetSent()
    }
}

@Test
func `L7 who comes back within a minute finds what was left, and nobody is remembered longer`()
    throws
{
    var limits = ServiceLimits()
    limits.addressKeysAtOnceMax = 3
    limits.addressKeysPerSecond = 1
    let shell = try Shell(limits)
    shell.origin = 7
    let host = try shell.host()
    shell.say(#"{"n":1,"press":["1","2","3"]}"#, host)
    shell.turn()
    shell.leave(host)
    let again = try shell.join("h")
    shell.say(#"{"n":4,"press":"4"}"#, again)
    #expect(try shell.refusals(again) == ["4 rate"])
    shell.origin = nil
    for _ in 0..<50 { shell.leave(shell.connect()) }
    #expect(shell.edge.originCount == 51)
    shell.pass(60_001)
    _ = shell.connect()
    // This one, the newcomer, and the last of those who left, whose minute begins with the newcomer.
    #expect(shell.edge.originCount == 3)
}

extension Shell {
    /// The host and Ben come from one address, Eve from another.
    func twoAtOneAddressAndEve() throws -> (
        host: SessionID, ben: SessionID, eve: SessionID
    ) {
        origin = 7
        let (host, ben) = (try host(), try join("b"))
        origin = 8
        return (host, ben, try join("e"))
    }
}
