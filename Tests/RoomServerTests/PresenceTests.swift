import SharedRoom
import Testing

@testable import RoomServer

@Test func `W56 who comes and goes is gathered`() throws {
    let shell = try Shell()
    let host = try shell.host()
    shell.pass(250)
    #expect(shell.presence(host).last == #"{"here":{"all":[{"who":1,"name":""}]}}"#)
    let ben = try shell.join("b", #","name":"Ben""#)
    let twice = try shell.join("b", #","name":"Ben""#)
    shell.pass(250)
    let came = #"{"here":{"came":[{"who":2,"name":"Ben"}],"gone":[]}}"#
    let all = #"{"here":{"all":[{"who":1,"name":""},{"who":2,"name":"Ben"}]}}"#
    #expect(shell.presence(host).last == came)
    #expect(shell.presence(ben).last == all && shell.presence(twice).last == all)
    shell.leave(twice)
    shell.forgetSent()
    shell.pass(250)
    #expect(shell.presence(host) == [])
    shell.leave(ben)
    shell.pass(250)
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

@Test func `W56 who is at another server is here too`() throws {
    let shell = try Shell()
    let host = try shell.host()
    let ben = try shell.join("b")
    shell.pass(250)
    shell.forgetSent()
    shell.report(.presence(shell.name, edge: 9, came: [2], gone: []))
    shell.leave(ben)
    shell.pass(250)
    #expect(shell.presence(host) == [])
    shell.report(.presence(shell.name, edge: 9, came: [], gone: [2]))
    shell.turn()
    shell.pass(250)
    #expect(shell.presence(host) == [#"{"here":{"came":[],"gone":[2]}}"#])
}

@Test func `W56 the more connections, the longer until all are told again`() throws {
    let shell = try Shell()
    let host = try shell.host()
    for _ in 0..<99 { _ = try shell.join("w", #","watch":true"#) }
    shell.pass(250)
    shell.forgetSent()
    let ben = try shell.join("b")
    shell.pass(250)
    #expect(shell.presence(host) == [])
    #expect(shell.presence(ben) == [#"{"here":{"all":[{"who":1,"name":""}],"watching":99}}"#])
    for _ in 0..<3 { shell.pass(250) }
    #expect(shell.presence(host) == [])
    shell.pass(250)
    let came = #"{"here":{"came":[{"who":2,"name":""}],"gone":[],"watching":99}}"#
    #expect(shell.presence(host) == [came] && shell.presence(ben).last == came)
}

@Test func `W62 of those who are too many to be listed the number is told`() throws {
    var limits = ServiceLimits()
    limits.peopleListedMax = 2
    let shell = try Shell(limits)
    let host = try shell.host()
    let ben = try shell.join("b")
    let cleo = try shell.join("c")
    shell.pass(250)
    let all = #"{"here":{"all":[{"who":1,"name":""},{"who":2,"name":""}],"count":3}}"#
    #expect(shell.presence(host) == [all] && shell.presence(cleo) == [all])
    let dora = try shell.join("d")
    shell.pass(250)
    #expect(shell.presence(host).last == #"{"here":{"came":[],"gone":[],"count":4}}"#)
    shell.leave(ben)
    shell.turn()
    shell.pass(250)
    #expect(shell.presence(host).last == #"{"here":{"came":[],"gone":[2],"count":3}}"#)
    let emil = try shell.join("e")
    shell.pass(250)
    let place = #"{"here":{"came":[{"who":5,"name":""}],"gone":[],"count":4}}"#
    #expect(shell.presence(host).last == place)
    shell.leave(dora)
    shell.leave(emil)
    shell.turn()
    shell.pass(250)
    let rest = #"{"here":{"came":[{"who":3,"name":""}],"gone":[5]}}"#
    #expect(shell.presence(host).last == rest)
}

/// How people come, or go.
enum Rush: CaseIterable {
    case oneByOne, byTheHundred, allAtOnce

    var perPeriod: Int {
        switch self {
        case .oneByOne: 1
        case .byTheHundred: 100
        case .allAtOnce: .max
        }
    }
}

@Test(arguments: Rush.allCases)
func `L3 what it costs to tell who is here grows with those who come and go`(rush: Rush) throws {
    let (few, many) = (try Cost(of: 500, rush), try Cost(of: 1_000, rush))
    #expect(few.coming.frames >= 500)
    #expect(10 * many.coming.frames <= 22 * few.coming.frames)
    #expect(10 * many.coming.bytes <= 22 * few.coming.bytes)
    for cost in [few, many] {
        #expect((1...cost.coming.frames).contains(cost.going.frames))
        #expect((1...cost.coming.bytes).contains(cost.going.bytes))
    }
}

/// What sockets are sent about who is here, while people come to a host and go again.
private struct Cost {
    struct Sum {
        var frames = 0
        var bytes = 0
    }

    var coming = Sum()
    var going = Sum()

    init(of count: Int, _ rush: Rush) throws {
        let shell = try Shell()
        _ = try shell.host()
        var sessions: [SessionID] = []
        for person in 1..<count {
            sessions.append(shell.connect())
            let secret = "\(1_000_000_000 + person)abcdefghijkl"
            let join = #"{"join":{"secret":"\#(secret)","name":"Pupil \#(person)"}}"#
            shell.say(join, sessions[person - 1])
            if person.isMultiple(of: rush.perPeriod) { coming.pass(250, shell) }
        }
        for _ in 0..<50 { coming.pass(250, shell) }
        for (index, session) in sessions.enumerated() {
            shell.leave(session)
            if (index + 1).isMultiple(of: rush.perPeriod) { going.pass(250, shell) }
        }
        for _ in 0..<50 { going.pass(250, shell) }
    }
}

extension Cost.Sum {
    fileprivate mutating func pass(_ time: Int64, _ shell: Shell) {
        shell.turn()
        shell.pass(time)
        for sent in shell.sent where sent.frame.starts(with: #"{"here""#.utf8) {
            frames += 1
            bytes += sent.frame.count
        }
        shell.forgetSent()
    }
}
