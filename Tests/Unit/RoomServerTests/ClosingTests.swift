import SharedRoom
import Testing

@testable import RoomServer

@Test func `the server sends bye with the reason before it closes`() throws {
    let shell = try TestShell()
    let ada = shell.connect()
    shell.say("{", ada)
    #expect(shell.frames(ada) == [#"{"bye":{"why":"frame"}}"#])
    #expect(shell.closing(ada) == .frame)
    #expect(
        shell.closingText(ada) == "the frame is not one JSON object: error at byte 1")
    shell.say(joining("a"), ada)
    #expect(shell.requests.isEmpty)
}

@Test func `the close text of a long frame contains the limit`() throws {
    let shell = try TestShell()
    let long = shell.connect()
    shell.say(String(repeating: " ", count: 4_097), long)
    #expect(shell.closing(long) == .frameSize)
    #expect(shell.closingText(long) == "a frame must have at most 4096 bytes")
}

@Test func `the table of close reasons in the documents is complete`() throws {
    let rows = CloseReason.allCases.map { reason in
        let again = reason.mayRetry ? "yes" : "no"
        return "| \(reason.code) | `\(reason.name)` | \(reason.text) | \(again) |"
    }
    #expect(try Document.rows(of: 4).filter { $0.contains("`") && rows.contains($0) } == rows)
    // The longest text that fits into a close frame.
    let lengths = CloseReason.allCases.map { "\($0.text)".utf8.count }
    #expect(lengths.allSatisfy { (1...123).contains($0) })
}

@Test func `the sessions of removed participants are closed`() throws {
    let (shell, host) = try TestShell.hosted()
    let ben = try shell.join("b")
    let board = try shell.join("w", #","watch":true"#)
    shell.act(#"{"n":1,"remove":2}"#, host)
    #expect(shell.closing(ben) == .removed)
    #expect(shell.frames(ben).last == #"{"bye":{"why":"removed"}}"#)
    let cleo = try shell.join("c")
    shell.act(#"{"n":2,"startOver":true}"#, host)
    #expect(shell.closing(cleo) == .over)
    #expect(shell.closing(host) == nil && shell.closing(board) == nil)
}

@Test func `a removed participant does not receive the new read token`() throws {
    let (shell, host) = try TestShell.hosted { $0[.ringEventsMax] = 2 }
    let ben = try shell.join("b")
    let old = try #require(try shell.welcome(ben)?.read)
    shell.clearSent()
    shell.say(#"{"n":1,"remove":2}"#, host)
    shell.act(#"{"n":2,"press":["1","2","3"]}"#, host)
    #expect(shell.frames(ben) == [#"{"bye":{"why":"removed"}}"#])
    let tokens = try shell.messages(host).compactMap { message -> Fingerprint? in
        if case .events(let frame) = message { frame.read } else { nil }
    }
    #expect(tokens.count == 1 && tokens[0] != old)
    #expect(try shell.welcome(try shell.join("h"))?.read == tokens[0])
}

@Test func `deleting a room closes its sessions and removes it from the store`() throws {
    let (shell, host) = try TestShell.hosted()
    let ben = try shell.join("b")
    shell.act(#"{"n":1,"delete":true}"#, host)
    #expect(shell.closing(host) == .deleted && shell.closing(ben) == .deleted)
    #expect(shell.edge.roomCount == 0 && shell.log.isEmpty)
    let stranger = try shell.join("b")
    #expect(shell.closing(stranger) == .noSuchRoom)
}

@Test func `sessions are closed when the store reports a deleted room`() throws {
    let (shell, host) = try TestShell.hosted()
    shell.report(.forgotten(shell.name))
    #expect(shell.closing(host) == .deleted && shell.edge.roomCount == 0)
}

@Test(arguments: [(most: 5_000, spread: 200), (100, 100)])
func `a stopping server spreads the reconnects of its clients`(most: Int64, spread: Int) throws {
    let shell = try TestShell { $0[.restartSpread] = most }
    let sessions = (0..<200).map { _ in shell.connect() }
    shell.stop()
    let retries = try sessions.map { session in
        guard case .bye(.restart, let retry?) = try shell.messages(session).last else { return -1 }
        return Int(retry)
    }
    #expect(retries.allSatisfy { (0..<spread).contains($0) } && Set(retries).count > spread / 2)
    #expect(sessions.allSatisfy { shell.closing($0) == .restart })
}

@Test(arguments: [
    (LogFailure.unavailable, CloseReason.storage), (.otherRules, .rules),
    (.setAside, .setAside),
])
func `sessions are closed with the reason if the room cannot be opened`(
    failure: LogFailure, reason: CloseReason
) throws {
    let shell = try TestShell()
    shell.isStorePaused = true
    let ada = try shell.join("a")
    let ticket = try #require(shell.requests.last?.ticket)
    shell.report(.refused(shell.name, ticket: ticket, failure))
    #expect(shell.closing(ada) == reason && shell.edge.roomCount == 0)
}

@Test func `after a gap the room is opened again and its sessions stay`() throws {
    let (shell, host) = try TestShell.hosted()
    shell.isStorePaused = true
    shell.say(#"{"n":1,"press":"1"}"#, host)
    shell.commit([Draft(.press(.digit(.one)))])
    let late = shell.commit([Draft(.press(.digit(.two)))])
    shell.clearSent()
    shell.report(.events(shell.name, late))
    #expect(shell.hasReopened)
    shell.reportOpened(OpenedRoom(epoch: shell.epoch, events: shell.log))
    #expect(try shell.refusals(host) == ["1 storage"])
    _ = shell.edge.endTick(at: shell.now)
    #expect(shell.edge.room(named: shell.name)?.sequence == 4)
    #expect(shell.closing(host) == nil)
}

@Test func `in a new epoch everybody joins again and may get another number`() throws {
    let (shell, host) = try TestShell.hosted()
    let ben = try shell.join("b")
    let board = try shell.join("w", #","watch":true"#)
    shell.act(#"{"n":1,"press":"1"}"#, host)
    // The store has lost the last two events, Ben's `enter` and the key. Cleo now has Ben's number.
    let other = try TestShell()
    (other.log, other.epoch) = (Array(shell.log.prefix(2)), 0x9f2d)
    _ = try other.join("c")
    (shell.log, shell.epoch) = (other.log, 0x9f2d)
    shell.report(.replaced(shell.name, OpenedRoom(epoch: 0x9f2d, events: shell.log)))
    shell.tick()
    #expect([host, ben, board].map(shell.closing) == [.storage, .storage, .storage])
    let welcome = try #require(try shell.welcome(try shell.join("b")))
    #expect(welcome.epoch == 0x9f2d && welcome.you?.number == 3)
    #expect(try shell.welcome(try shell.join("h"))?.you == Welcome.You(number: 1, pen: 0, last: 0))
}
