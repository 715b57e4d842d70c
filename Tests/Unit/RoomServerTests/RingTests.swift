import SharedRoom
import Testing

@testable import RoomServer

@Test func `a ring stays within its limits with a thousand sessions, one of them blocked`() throws {
    let (shell, host) = try TestShell.hosted()
    let boards = try (0..<1_000).map { _ in try shell.join("w", #","watch":true"#) }
    shell.edge.block(boards[0])
    for round in 0..<40 {
        shell.clearSent()
        shell.wait(2_000)
        shell.press(60, from: 60 * round + 1, host)
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
    let (shell, host) = try TestShell.hosted { $0[.ringsBytesMax] = 2_000 }
    let busy = try #require(RoomName(normal: "busy".utf8))
    var drafts = shell.appends[0]
    shell.act(#"{"n":1,"press":["1","2","3","4","5","6"]}"#, host)
    let (session, _) = shell.edge.connect(busy, from: 0, at: shell.now)
    _ = shell.edge.receive(Array(joining("h").utf8), from: session, at: shell.now)
    // The test answers the requests for this room itself.
    let ticket = try #require(shell.edge.dequeueRequests().first?.ticket)
    let press = Draft(.press(.digit(.seven)), signature: Signature(author: 1, pen: 0, number: 1))
    drafts += Array(repeating: press, count: 8)
    let events = drafts.enumerated().map { index, draft in
        Event(sequence: Int64(index) + 1, time: 1_790_000_099_000, draft: draft)
    }
    let opened = OpenedRoom(epoch: 1, events: events)
    _ = shell.edge.report(.opened(busy, ticket: ticket, opened), at: shell.now)
    #expect(shell.edge.ringByteCount(of: shell.name) > 0)
    shell.tick()
    #expect(shell.edge.ringByteCount(of: shell.name) == 0)
    let kept = shell.edge.ringByteCount(of: busy)
    #expect(kept > 1_000 && kept == shell.edge.ringsByteCount)
    shell.clearSent()
    shell.act(#"{"n":7,"press":"7"}"#, host)
    #expect(shell.frames(host).count == 1 && shell.frames(host)[0].hasPrefix(#"{"seq":9"#))
    #expect(shell.edge.ringsByteCount <= 2_000)
    shell.leave(host)
    shell.wait(0)
    shell.wait(60_000)
    #expect(shell.edge.ringsByteCount == kept)
}

@Test func `the ring of a room that is being opened again is in the budget`() throws {
    let (shell, _) = try TestShell.hosted { $0[.ringsBytesMax] = 500 }
    shell.isStorePaused = true
    let press = Draft(.press(.digit(.seven)), signature: Signature(author: 1, pen: 0, number: 1))
    let first = try #require(shell.log.last).sequence + 1
    // One event is missing after twelve others, so the edge opens the room again.
    for sequence in Array(first..<(first + 12)) + [first + 13] {
        shell.report(.events(shell.name, [Event(sequence: sequence, time: 5, draft: press)]))
    }
    #expect(shell.hasReopened)
    #expect(shell.edge.ringByteCount(of: shell.name) > 500)
    shell.tick()
    #expect(shell.edge.ringByteCount(of: shell.name) == 0 && shell.edge.ringsByteCount == 0)
}
