import SharedRoom
import Testing

@testable import RoomServer

@Test func `a gap in the action numbers closes the connection`() throws {
    let (shell, host) = try TestShell.hosted()
    shell.say(#"{"n":1,"press":"1"}"#, host)
    shell.say(#"{"n":2,"press":"2"}"#, host)
    shell.say(#"{"n":4,"press":"4"}"#, host)
    #expect(shell.closing(host) == .actionOrder)
}

@Test func `actions that were sent or decided before are ignored`() throws {
    let (shell, host) = try TestShell.hosted()
    shell.say(#"{"n":1,"press":["1","2"]}"#, host)
    shell.act(#"{"n":1,"press":["1","2"]}"#, host)
    #expect(shell.log.count == 4)
    let again = try shell.join("h")
    shell.act(#"{"n":2,"press":["2","3"]}"#, again)
    #expect(shell.log.count == 5)
    #expect(shell.log.last?.signature?.number == 3)
    #expect(shell.edge.room(named: shell.name)?.people[1]?.pens[0].last == 3)
}

@Test func `after a refusal actions are ignored until the refused number arrives`() throws {
    let (shell, host) = try TestShell.hosted { $0[.keysAtOnceMax] = 3 }
    shell.say(#"{"n":1,"press":["1","2","3","4"]}"#, host)
    shell.act(#"{"n":5,"press":"5"}"#, host)
    #expect(try shell.refusals(host) == ["4 rate"])
    #expect(shell.log.count == 5)
    shell.wait(1_000)
    shell.say(#"{"n":5,"press":"5"}"#, host)
    shell.act(#"{"n":4,"press":["4","5"]}"#, host)
    #expect(shell.log.last?.signature?.number == 5)
}

/// Found by the simulator with seed 211: the session's later actions were all ignored.
@Test func `a refusal ends if another page has the refused number decided`() throws {
    let (shell, host) = try TestShell.hosted { $0[.keysAtOnceMax] = 3 }
    shell.act(#"{"n":1,"press":["1","2","3","4"]}"#, host)
    #expect(try shell.refusals(host) == ["4 rate"])
    let copy = try shell.join("h")
    shell.act(#"{"n":4,"press":"4"}"#, copy)
    shell.wait(1_000)
    shell.act(#"{"n":5,"press":"5"}"#, host)
    #expect(shell.log.last?.signature?.number == 5)
}

/// The burst is 20, the rate 10 per second.
@Test(arguments: [(1, 100), (7, 700), (10, 1_000), (11, 1_000), (40, 1_000)])
func `retry lasts until the refused actions, or half of the burst, are allowed`(
    refused: Int, retry: Int
) throws {
    let (shell, host) = try TestShell.hosted { ($0[.keysAtOnceMax], $0[.keysPerSecond]) = (20, 10) }
    shell.press(20 + refused, host)
    let refusal = #"{"refused":{"n":21,"why":"rate","limit":"keysPerSecond","retry":\#(retry)}}"#
    #expect(shell.frames(host).last == refusal)
}

@Test func `actions of a forgotten pen are void`() throws {
    let (shell, host) = try TestShell.hosted()
    for pen in 1...RoomLimits.pensMax {
        _ = try shell.join("h", #","pen":"abcdefghij\#(pen)""#)
    }
    #expect(shell.edge.room(named: shell.name)?.people[1]?.pen(number: 0) == nil)
    shell.clearSent()
    shell.press(1, host)
    shell.tick()
    #expect(shell.frames(host).contains { $0.contains(#""press":"7","void":"pen""#) })
    #expect(shell.closing(host) == nil)
    #expect(try shell.welcome(try shell.join("h"))?.you?.last == nil)
}

@Test func `computation steps have a rate limit`() throws {
    let (shell, host) = try TestShell.hosted { ($0[.stepsAtOnceMax], $0[.stepsPerSecond]) = (0, 1) }
    shell.act(#"{"n":1,"press":["1","2","sqrt"]}"#, host)
    shell.say(#"{"n":4,"press":"1"}"#, host)
    #expect(try shell.refusals(host) == ["4 work"])
    let refusal = try ServerMessage.decode(Array(try #require(shell.frames(host).last).utf8))
    guard case .refused(4, .work, let retry)? = refusal else {
        Issue.record("\(String(describing: refusal))")
        return
    }
    shell.wait(retry)
    shell.act(#"{"n":4,"press":"1"}"#, host)
    #expect(shell.log.last?.signature?.number == 4)
}

@Test func `an answer costs its computation steps, and needs no keypad`() throws {
    let (shell, host) = try TestShell.hosted {
        $0[.stepsAtOnceMax] = 0
        $0[.stepsPerSecond] = 1
    }
    let guest = try shell.join("g")
    shell.say(#"{"n":1,"lock":true}"#, host)
    shell.act(#"{"n":2,"ask":{"keypad":"scientific"}}"#, host)
    let question = try #require(shell.log.last?.sequence)
    shell.act(#"{"n":1,"answer":{"question":\#(question),"keys":["sqrt","2","="]}}"#, guest)
    #expect(shell.log.last?.signature?.author == 2)
    shell.say(#"{"n":2,"answer":{"question":\#(question),"keys":["1"]}}"#, guest)
    #expect(try shell.refusals(guest) == ["2 work"])
}

@Test func `the number of actions in flight is limited`() throws {
    let (shell, host) = try TestShell.hosted { $0[.actionsInFlightMax] = 2 }
    shell.isStorePaused = true
    shell.act(#"{"n":1,"press":["1","2","3"]}"#, host)
    #expect(
        shell.frames(host).last
            == #"{"refused":{"n":3,"why":"busy","limit":"actionsInFlightMax","retry":1000}}"#)
    shell.isStorePaused = false
    shell.tick()
    shell.act(#"{"n":3,"press":"3"}"#, host)
    #expect(shell.log.count == 5)
}

@Test func `actions and joins are refused while the store cannot write`() throws {
    let (shell, host) = try TestShell.hosted()
    shell.isWritable = false
    shell.say(#"{"n":1,"press":"1"}"#, host)
    shell.act(#"{"n":2,"press":"2"}"#, host)
    #expect(try shell.refusals(host) == ["1 storage"])
    let ben = try shell.join("b")
    #expect(shell.closing(ben) == .storage)
    shell.isWritable = true
    shell.act(#"{"n":1,"press":["1","2"]}"#, host)
    #expect(shell.log.count == 4)
}

@Test func `simultaneous actions in a room are committed or refused together`() throws {
    let (shell, host) = try TestShell.hosted()
    let ben = try shell.join("b")
    shell.gathersRequests = true
    shell.isWritable = false
    let asked = shell.appends.count
    shell.say(#"{"n":1,"press":["1","2"]}"#, host)
    shell.say(#"{"n":1,"press":"3"}"#, ben)
    shell.act(#"{"n":3,"press":"4"}"#, host)
    let together = try #require(shell.appends.dropFirst(asked).first)
    #expect(shell.appends.count == asked + 1)
    #expect(together.compactMap(\.signature?.number) == [1, 2, 1, 3])
    #expect(try shell.refusals(host) == ["1 storage"])
    #expect(try shell.refusals(ben) == ["1 storage"])

    shell.isWritable = true
    let before = shell.log.count
    shell.say(#"{"n":1,"press":"3"}"#, ben)
    shell.act(#"{"n":1,"press":["1","2","4"]}"#, host)
    let kept = shell.log.dropFirst(before)
    #expect(kept.compactMap(\.signature?.author) == [2, 1, 1, 1])
    #expect(kept.compactMap(\.signature?.number) == [1, 1, 2, 3])
    #expect(try shell.refusals(host).count == 1 && shell.refusals(ben).count == 1)
}

@Test func `other store requests keep their order among the actions`() throws {
    let (shell, host) = try TestShell.hosted()
    shell.gathersRequests = true
    let asked = shell.requests.count
    shell.say(#"{"n":1,"press":"1"}"#, host)
    let ben = shell.connect()
    shell.say(joining("b"), ben)
    _ = shell.edge.endTick(at: shell.now)
    shell.say(#"{"n":2,"press":"2"}"#, host)
    shell.say(#"{"n":3,"press":"3"}"#, host)
    shell.dequeueRequests()
    let requests = shell.requests.dropFirst(asked).map { request in
        switch request {
        case .append(_, let drafts, _): "\(drafts.count) actions"
        case .head: "head"
        case .open, .announce, .close, .forget: "other"
        }
    }
    #expect(requests == ["1 actions", "head", "2 actions"])
    shell.tick()
    #expect(try shell.welcome(ben) != nil)
    #expect(shell.log.compactMap(\.signature?.number) == [1, 2, 3])
}

@Test func `an append contains at most 256 actions`() throws {
    let (shell, host) = try TestShell.hosted {
        $0[.actionsInFlightMax] = 1_000
        $0[.keysAtOnceMax] = 1_000
        $0[.addressKeysAtOnceMax] = 1_000
    }
    shell.gathersRequests = true
    let asked = shell.appends.count
    for frame in 0..<10 { shell.press(30, from: frame * 30 + 1, host) }
    shell.tick()
    #expect(shell.appends.dropFirst(asked).map(\.count) == [240, 60])
    #expect(shell.log.compactMap(\.signature?.number) == Array(1...300))
}

@Test func `a refusal waits until a blocked socket accepts data`() throws {
    let (shell, host) = try TestShell.hosted()
    shell.isWritable = false
    shell.say(#"{"n":1,"press":"1"}"#, host)
    shell.edge.block(host)
    shell.tick()
    #expect(try shell.refusals(host) == [])
    shell.edge.unblock(host)
    shell.tick()
    #expect(try shell.refusals(host) == ["1 storage"])
}

@Test func `secrets do not reach the event log`() throws {
    let (shell, host) = try TestShell.hosted()
    let secret = #""mNq3bD-x0Zc7T_pL8vR2sA""#
    shell.say(#"{"n":1,"hostLink":\#(secret)}"#, host)
    let ben = try shell.join("b")
    shell.act(#"{"n":1,"useLink":\#(secret)}"#, ben)
    #expect(shell.edge.room(named: shell.name)?.people[2]?.isHost == true)
    let other = try TestShell(name: "8a")
    _ = try other.host()
    let lines = (shell.log + other.log).map { String(decoding: $0.line(), as: UTF8.self) }
    #expect(lines.allSatisfy { !$0.contains("mNq3bD") && !$0.contains("hhhh") })
    #expect(shell.log[1].action != other.log[1].action)
}
