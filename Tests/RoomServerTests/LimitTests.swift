import Foundation
import SeededNumbers
import SharedRoom
import Testing

@testable import RoomServer

enum Document {
    /// The table rows of `docs/protocol.md` with this number of columns.
    static func rows(of columns: Int) throws -> [String] {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(
            contentsOf: root.appending(path: "docs/protocol.md"), encoding: .utf8)
        return text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { $0.hasPrefix("|") && $0.split(separator: "|").count == columns }
    }
}

@Test func `the table of limits in the documents is complete`() throws {
    let rows = try Document.rows(of: 3)
    for limit in Mirror(reflecting: ServiceLimits()).children {
        let row = "| `\(limit.label ?? "")` | \(limit.value) |"
        #expect(rows.contains { $0.hasPrefix(row) }, "\(row)")
    }
}

@Test func `a ring stays within its limits with a thousand sessions, one of them blocked`() throws {
    let shell = try TestShell()
    let host = try shell.host()
    let boards = try (0..<1_000).map { _ in try shell.join("w", #","watch":true"#) }
    shell.edge.block(boards[0])
    let keys = Array(repeating: "\"7\"", count: 60).joined(separator: ",")
    for round in 0..<40 {
        shell.clearSent()
        shell.wait(2_000)
        shell.say(#"{"n":\#(60 * round + 1),"press":[\#(keys)]}"#, host)
        shell.tick()
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

@Test func `all rings share a budget and the oldest is emptied first`() throws {
    var limits = ServiceLimits()
    limits.ringsBytesMax = 2_000
    let shell = try TestShell(limits)
    let host = try shell.host()
    let busy = try #require(RoomName(normal: "busy".utf8))
    var drafts = shell.appends[0]
    shell.say(#"{"n":1,"press":["1","2","3","4","5","6"]}"#, host)
    shell.tick()
    let (session, _) = shell.edge.connect(busy, from: 0, at: shell.now)
    _ = shell.edge.receive(Array(joining("h").utf8), from: session, at: shell.now)
    // The test answers the requests for this room itself.
    _ = shell.edge.dequeueRequests()
    let press = Draft(.press(.digit(.seven)), signature: Signature(author: 1, pen: 0, number: 1))
    drafts += Array(repeating: press, count: 8)
    let events = drafts.enumerated().map { index, draft in
        Event(sequence: Int64(index) + 1, time: 1_790_000_099_000, draft: draft)
    }
    _ = shell.edge.report(.opened(busy, OpenedRoom(epoch: 1, events: events)), at: shell.now)
    #expect(shell.edge.ringByteCount(of: shell.name) > 0)
    shell.tick()
    #expect(shell.edge.ringByteCount(of: shell.name) == 0)
    let kept = shell.edge.ringByteCount(of: busy)
    #expect(kept > 1_000 && kept == shell.edge.ringsByteCount)
    shell.clearSent()
    shell.say(#"{"n":7,"press":"7"}"#, host)
    shell.tick()
    #expect(shell.frames(host).count == 1 && shell.frames(host)[0].hasPrefix(#"{"seq":9"#))
    #expect(shell.edge.ringsByteCount <= 2_000)
    shell.leave(host)
    shell.wait(0)
    shell.wait(60_000)
    #expect(shell.edge.ringsByteCount == kept)
}

@Test func `the ring of a room that is being opened again is in the budget`() throws {
    var limits = ServiceLimits()
    limits.ringsBytesMax = 500
    let shell = try TestShell(limits)
    _ = try shell.host()
    shell.isStorePaused = true
    let press = Draft(.press(.digit(.seven)), signature: Signature(author: 1, pen: 0, number: 1))
    let first = try #require(shell.log.last).sequence + 1
    // One event is missing after twelve others, so the edge opens the room again.
    for sequence in Array(first..<(first + 12)) + [first + 13] {
        shell.report(.events(shell.name, [Event(sequence: sequence, time: 5, draft: press)]))
    }
    #expect(shell.requests.suffix(2) == [.close(shell.name), .open(shell.name)])
    #expect(shell.edge.ringByteCount(of: shell.name) > 500)
    shell.tick()
    #expect(shell.edge.ringByteCount(of: shell.name) == 0 && shell.edge.ringsByteCount == 0)
}

@Test(arguments: 1...8) func `random frames and faults never stop the edge`(number: UInt64) throws {
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
    let shell = try TestShell()
    var sessions = (0..<4).map { _ in shell.connect() }
    var followers = sessions.map(Follower.init)
    var agreements = 0
    for step in 0..<20_000 {
        let place = random(sessions.count)
        switch random(20) {
        case 0: shell.leave(sessions[place])
        case 1: shell.edge.block(sessions[place])
        case 2: shell.edge.unblock(sessions[place])
        case 3: shell.wait(Int64(random(3_000)))
        case 4: shell.isWritable.toggle()
        case 5: shell.isStorePaused.toggle()
        case 6: shell.loseEvent()
        case 7, 8: shell.tick()
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
            try followers[index].receive(frame)
        }
        shell.clearSent()
        if step.isMultiple(of: 500), let room = shell.recoveredRoom() {
            var replica = Room()
            for event in shell.log { _ = replica.apply(event) }
            #expect(room == replica)
            agreements += 1
        }
    }
    #expect(agreements > 10)
    #expect(followers.reduce(0) { $0 + $1.checks } > 100)
    (shell.isStorePaused, shell.isWritable) = (false, true)
    for session in sessions { shell.leave(session) }
    shell.stop()
    shell.tick()
    shell.wait(200_000)
    #expect(shell.edge.sessionCount == 0 && shell.edge.roomCount == 0)
}

extension TestShell {
    /// Commits an event without reporting it. The first event of a room must be a `make`.
    @discardableResult
    fileprivate func loseEvent() -> Event? {
        guard !log.isEmpty else { return nil }
        let signature = Signature(author: 99, pen: 0, number: 1)
        return commit([Draft(.press(.digit(.one)), signature: signature)])[0]
    }

    /// The room after the store works again and the edge has noticed the missing events.
    fileprivate func recoveredRoom() -> Room? {
        (isStorePaused, isWritable) = (false, true)
        tick()
        if let last = loseEvent() { report(.events(name, [last])) }
        tick()
        return edge.room(named: name)
    }
}

@Test func `a room without sessions is closed after a minute`() throws {
    let shell = try TestShell()
    let host = try shell.host()
    shell.leave(host)
    shell.wait(0)
    shell.wait(59_999)
    #expect(shell.edge.roomCount == 1)
    shell.wait(1)
    #expect(shell.edge.roomCount == 0 && shell.requests.last == .close(shell.name))
}

@Test func `a room stays open if somebody returns`() throws {
    let shell = try TestShell()
    shell.leave(try shell.host())
    shell.wait(30_000)
    let again = try shell.join("h")
    shell.wait(100_000)
    #expect(shell.edge.roomCount == 1 && shell.closing(again) == nil)
}

@Test func `sessions and rooms beyond the limits are closed with full`() throws {
    var limits = ServiceLimits()
    limits.sessionsPerRoomMax = 2
    limits.openRoomsMax = 1
    let shell = try TestShell(limits)
    _ = try shell.host()
    _ = try shell.join("b")
    #expect(shell.closing(try shell.join("c")) == .full)
    let name = try #require(RoomName(normal: "other".utf8))
    let (session, _) = shell.edge.connect(name, from: 0, at: 1_000)
    let actions = shell.edge.receive(Array(joining("a").utf8), from: session, at: 1_000)
    #expect(actions.contains(.close(session, .full, text: Array("the room is full".utf8))))
}

@Test func `connections from one address share a key rate limit that does not affect others`()
    throws
{
    var limits = ServiceLimits()
    limits.addressKeysAtOnceMax = 5
    limits.addressKeysPerSecond = 1
    let shell = try TestShell(limits)
    let (host, ben, eve) = try shell.twoAtOneAddressAndEve()
    shell.say(#"{"n":1,"press":["1","2","3","4"]}"#, host)
    shell.say(#"{"n":1,"press":["5","6"]}"#, ben)
    shell.say(#"{"n":1,"press":["7","8"]}"#, eve)
    shell.tick()
    #expect(shell.log.suffix(7).compactMap(\.signature?.number) == [1, 2, 3, 4, 1, 1, 2])
    #expect(shell.frames(ben).contains(#"{"refused":{"n":2,"why":"rate","retry":1000}}"#))
    shell.wait(1_000)
    shell.say(#"{"n":2,"press":"6"}"#, ben)
    shell.tick()
    #expect(shell.log.last?.signature?.number == 2)
}

@Test func `connections from one address share a limit of computation steps`() throws {
    var limits = ServiceLimits()
    limits.addressStepsAtOnceMax = 0
    limits.addressStepsPerSecond = 1
    let shell = try TestShell(limits)
    let (host, ben, eve) = try shell.twoAtOneAddressAndEve()
    shell.say(#"{"n":1,"press":["2","sqrt","="]}"#, host)
    shell.tick()
    shell.say(#"{"n":1,"press":"1"}"#, ben)
    #expect(try shell.refusals(ben) == ["1 work"])
    shell.say(#"{"n":1,"press":"1"}"#, eve)
    #expect(try shell.refusals(eve) == [])
}

@Test func `a class of sixty may each compute a sine every two seconds`() throws {
    let shell = try TestShell(ServiceLimits())
    shell.address = 7
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz01234567"
    var pupils = [try shell.join("A", #","make":{"keypad":"scientific"}"#)]
    for letter in letters.dropFirst() { pupils.append(try shell.join(letter)) }
    #expect(pupils.count == 60)
    for round in 0..<90 {
        for pupil in pupils {
            let keys = #"["AC","sin","\#(round % 9 + 1)",")","="]"#
            shell.say(#"{"n":\#(5 * round + 1),"press":\#(keys)}"#, pupil)
            shell.tick()
            shell.wait(33)
        }
        #expect(try pupils.flatMap(shell.refusals) == [])
        #expect(shell.log.last?.signature?.number == Int64(5 * round + 5))
        shell.clearSent()
    }
}

@Test func `limits of an address are kept for a minute after its last connection`() throws {
    var limits = ServiceLimits()
    limits.addressKeysAtOnceMax = 3
    limits.addressKeysPerSecond = 1
    let shell = try TestShell(limits)
    shell.address = 7
    let host = try shell.host()
    shell.say(#"{"n":1,"press":["1","2","3"]}"#, host)
    shell.tick()
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
