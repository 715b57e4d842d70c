import SharedRoom
import Testing

@testable import RoomServer

@Test func `changes of presence are collected for a period`() throws {
    let (shell, host) = try TestShell.hosted()
    shell.wait(250)
    #expect(shell.presence(host).last == #"{"here":{"all":[{"who":1,"name":""}]}}"#)
    let ben = try shell.join("b", #","name":"Ben""#)
    let twice = try shell.join("b", #","name":"Ben""#)
    shell.wait(250)
    let came = #"{"here":{"came":[{"who":2,"name":"Ben"}],"gone":[]}}"#
    let all = #"{"here":{"all":[{"who":1,"name":""},{"who":2,"name":"Ben"}]}}"#
    #expect(shell.presence(host).last == came)
    #expect(shell.presence(ben).last == all && shell.presence(twice).last == all)
    shell.leave(twice)
    shell.clearSent()
    shell.wait(250)
    #expect(shell.presence(host) == [])
    shell.leave(ben)
    shell.wait(250)
    #expect(shell.presence(host) == [#"{"here":{"came":[],"gone":[2]}}"#])
    let announced = shell.requests.filter { request in
        if case .announce = request { true } else { false }
    }
    #expect(
        announced == [
            .announce(shell.name, came: [1], gone: []), .announce(shell.name, came: [2], gone: []),
            .announce(shell.name, came: [], gone: [2]),
        ])
}

@Test func `a participant at another server is present`() throws {
    let (shell, host) = try TestShell.hosted()
    let ben = try shell.join("b")
    shell.wait(250)
    shell.clearSent()
    shell.report(.presence(shell.name, edge: 9, came: [2], gone: []))
    shell.leave(ben)
    shell.wait(250)
    #expect(shell.presence(host) == [])
    shell.report(.presence(shell.name, edge: 9, came: [], gone: [2]))
    shell.tick()
    shell.wait(250)
    #expect(shell.presence(host) == [#"{"here":{"came":[],"gone":[2]}}"#])
}

@Test func `the period between changes of presence grows with the number of connections`() throws {
    let (shell, host) = try TestShell.hosted()
    for _ in 0..<99 { _ = try shell.join("w", #","watch":true"#) }
    shell.wait(250)
    shell.clearSent()
    let ben = try shell.join("b")
    shell.wait(250)
    #expect(shell.presence(host) == [])
    #expect(shell.presence(ben) == [#"{"here":{"all":[{"who":1,"name":""}],"watching":99}}"#])
    for _ in 0..<3 { shell.wait(250) }
    #expect(shell.presence(host) == [])
    shell.wait(250)
    let came = #"{"here":{"came":[{"who":2,"name":""}],"gone":[],"watching":99}}"#
    #expect(shell.presence(host) == [came] && shell.presence(ben).last == came)
}

@Test func `a long presence list has a limited number of names and the total count`() throws {
    let (shell, host) = try TestShell.hosted { $0[.peopleListedMax] = 2 }
    let ben = try shell.join("b")
    let cleo = try shell.join("c")
    shell.wait(250)
    let all = #"{"here":{"all":[{"who":1,"name":""},{"who":2,"name":""}],"count":3}}"#
    #expect(shell.presence(host) == [all] && shell.presence(cleo) == [all])
    let dora = try shell.join("d")
    shell.wait(250)
    #expect(shell.presence(host).last == #"{"here":{"came":[],"gone":[],"count":4}}"#)
    shell.leave(ben)
    shell.tick()
    shell.wait(250)
    #expect(shell.presence(host).last == #"{"here":{"came":[],"gone":[2],"count":3}}"#)
    let emil = try shell.join("e")
    shell.wait(250)
    let place = #"{"here":{"came":[{"who":5,"name":""}],"gone":[],"count":4}}"#
    #expect(shell.presence(host).last == place)
    shell.leave(dora)
    shell.leave(emil)
    shell.tick()
    shell.wait(250)
    let rest = #"{"here":{"came":[{"who":3,"name":""}],"gone":[5]}}"#
    #expect(shell.presence(host).last == rest)
}

@Test(arguments: [1, 100, .max])
func `the cost of presence grows linearly with arrivals and departures`(perPeriod: Int) throws {
    let few = try PresenceCost(of: 500, perPeriod)
    let many = try PresenceCost(of: 1_000, perPeriod)
    #expect(few.coming.frames >= 500)
    #expect(10 * many.coming.frames <= 22 * few.coming.frames)
    #expect(10 * many.coming.bytes <= 22 * few.coming.bytes)
    for cost in [few, many] {
        #expect((1...cost.coming.frames).contains(cost.going.frames))
        #expect((1...cost.coming.bytes).contains(cost.going.bytes))
    }
}

/// The presence frames that all sockets receive while people join a host and leave again.
private struct PresenceCost {
    struct Sum {
        var frames = 0
        var bytes = 0
    }

    var coming = Sum()
    var going = Sum()

    init(of count: Int, _ perPeriod: Int) throws {
        let (shell, _) = try TestShell.hosted()
        var sessions: [SessionID] = []
        for person in 1..<count {
            sessions.append(shell.connect())
            let name = #","name":"Pupil \#(person)""#
            shell.say(joining(secret: secret(person), name), sessions[person - 1])
            if person.isMultiple(of: perPeriod) { coming.add(250, shell) }
        }
        for _ in 0..<50 { coming.add(250, shell) }
        for (index, session) in sessions.enumerated() {
            shell.leave(session)
            if (index + 1).isMultiple(of: perPeriod) { going.add(250, shell) }
        }
        for _ in 0..<50 { going.add(250, shell) }
    }
}

extension PresenceCost.Sum {
    fileprivate mutating func add(_ time: Int64, _ shell: TestShell) {
        shell.tick()
        shell.wait(time)
        for sent in shell.sent where sent.frame.starts(with: #"{"here""#.utf8) {
            frames += 1
            bytes += sent.frame.count
        }
        shell.clearSent()
    }
}
