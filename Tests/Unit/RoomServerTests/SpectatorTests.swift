import RoomServer
import SharedRoom
import Testing

@Test func `spectators lock no participant out`() throws {
    let shell = try TestShell { ($0[.sessionsPerRoomMax], $0[.spectatorsPerRoomMax]) = (2, 2) }
    let host = try shell.host()
    for letter in "vw" { #expect(shell.closing(try shell.spectator(letter)) == nil) }
    #expect(shell.closing(try shell.spectator("x")) == .full)
    shell.leave(host)
    #expect(shell.closing(try shell.join("h")) == nil)
    #expect(shell.closing(try shell.join("b")) == nil)
    #expect(shell.closing(try shell.join("c")) == .full)
}

@Test func `simultaneous spectators are limited`() throws {
    let (shell, _) = try TestShell.hosted { $0[.spectatorsPerRoomMax] = 2 }
    let all = "vwxyz".map { letter in
        let session = shell.connect()
        shell.say(joining(letter, #","watch":true"#), session)
        return session
    }
    shell.tick()
    #expect(all.map { shell.closing($0) } == [nil, nil, .full, .full, .full])
}

@Test func `sessions receive the number of spectators at all edges`() throws {
    let (shell, host) = try TestShell.hosted()
    shell.wait(250)
    shell.clearSent()
    let board = try shell.spectator("v")
    shell.wait(250)
    #expect(shell.presence(host) == [#"{"here":{"came":[],"gone":[],"watching":1}}"#])
    let all = #"{"here":{"all":[{"who":1,"name":""}],"watching":1}}"#
    #expect(shell.presence(board) == [all])
    let first = UInt32.max - 9_999
    #expect(shell.requests.last == .announce(shell.name, came: [first], gone: []))
    shell.report(.presence(shell.name, edge: 9, came: [first, first + 1], gone: []))
    shell.tick()
    shell.wait(250)
    #expect(shell.presence(host).last == #"{"here":{"came":[],"gone":[],"watching":3}}"#)
    shell.report(.presence(shell.name, edge: 9, came: [], gone: [first, first + 1]))
    shell.leave(board)
    shell.tick()
    shell.wait(250)
    #expect(shell.presence(host).last == #"{"here":{"came":[],"gone":[]}}"#)
}

@Test func `a room that is closed to spectators keeps the boards of its participants`() throws {
    let (shell, host) = try TestShell.hosted()
    _ = try shell.join("b")
    let (stranger, board) = (try shell.spectator("v"), try shell.spectator("h"))
    shell.act(#"{"n":1,"spectators":false}"#, host)
    #expect(shell.closing(stranger) == .spectators && shell.closing(board) == nil)
    #expect(shell.frames(stranger).last == #"{"bye":{"why":"spectators","retry":1000}}"#)
    #expect(shell.closing(try shell.spectator("v")) == .spectators)
    let pupil = try shell.spectator("b")
    #expect(shell.closing(pupil) == nil)
    shell.act(#"{"n":2,"remove":2}"#, host)
    #expect(shell.closing(pupil) == .removed && shell.closing(board) == nil)
    shell.act(#"{"n":3,"spectators":true}"#, host)
    #expect(shell.closing(try shell.spectator("v")) == nil)
}

extension TestShell {
    fileprivate func spectator(_ letter: Character) throws -> SessionID {
        try join(letter, #","watch":true"#)
    }
}
