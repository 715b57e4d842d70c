import CalculatorEngine
@testable import RoomClient
import SharedRoom
@testable import Simulator
import Testing

@Test func `W52 W22 W20 one frame has all events since the last one`() throws {
    let (world, ada, ben) = World.pair()
    let eve = Stranger(world, joining: "eve")
    _ = eve.hear()
    ben.isHeld = true
    ada.press("1 2")
    ada.act(.hand(isUp: true))
    world.settle()
    eve.say(#"{"n":1,"press":["3","4","5"]}"#)
    let frames = try ben.coming.compactMap { message in
        if case .events(let frame) = message { frame } else { nil }
    }
    #expect(frames.map(\.first) == [5, 8] && frames.map(\.events.count) == [3, 3])
    #expect(frames[1].events.map { $0.signature?.count } == [1, 2, 3])
    let text = eve.hear().joined()
    #expect(text.ranges(of: #""at":"#).count == 2)
    #expect(!text.contains(#""pen":"#))
    ben.isHeld = false
    world.settle()
    #expect(ben.display == "12345")
    world.expectAgreement()
}

@Test func `W52 whoever is too far behind is welcomed again, with a snapshot`() throws {
    var limits = World.generous
    limits.ringEventsMax = 2
    let (world, ada, ben) = World.pair(limits: limits)
    let eve = Stranger(world, joining: "eve")
    _ = eve.hear()
    ben.isHeld = true
    // His socket takes one frame.
    world.socketBytesMax = 1
    for number in 1...4 { eve.say(#"{"n":\#(number),"press":"\#(number)"}"#) }
    #expect(try ben.coming.count == 1)
    ben.isHeld = false
    world.settle()
    #expect(world.edges[0].edge.counts.welcomes[.behind] == 1)
    #expect(ben.isCurrent && ben.display == "1234" && ada.display == "1234")
    world.expectAgreement()
}

@Test func `W53 W24 hashes come by time, by number and after silence, and all agree`() throws {
    let (world, ada, ben) = World.pair()
    world.after(5_000)
    let eve = Stranger(world, joining: "eve", #","watch":true"#)
    _ = eve.hear()
    func hashed(_ frames: [String]) -> [Bool] { frames.map { $0.contains(#""hash":"#) } }
    ada.press("1")
    world.settle()
    #expect(hashed(eve.hear()) == [true])
    world.after(300)
    _ = eve.hear()
    ada.press("2")
    world.settle()
    #expect(hashed(eve.hear()) == [true])
    world.after(100)
    ada.press("3")
    world.settle()
    #expect(hashed(eve.hear()) == [false])
    world.after(400)
    #expect(eve.hear().isEmpty)
    world.after(600)
    #expect(eve.hear() == [#"{"seq":7,"events":[],"hash":"\#(try hex(ada.confirmed.hash))"}"#])
    world.after(5_000)
    ada.press("C")
    world.settle()
    for _ in 0..<31 {
        ben.press("CE")
        world.settle()
    }
    #expect(!hashed(Array(eve.hear().dropFirst())).contains(true))
    ben.press("7")
    world.settle()
    #expect(hashed(eve.hear()) == [true])
    #expect(ada.isCurrent && ben.isCurrent)
    world.expectAgreement()
}

private func hex(_ hash: UInt64) -> String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
}

@Test func `W54 W15 C50 a client that does not agree says so once, and is repaired`() throws {
    let (world, ada, ben) = World.pair()
    /// On the way to Ben a key becomes another.
    func falsify(_ key: String, to other: String) {
        ben.isHeld = true
        ada.press(key)
        world.settle()
        ben.alter(#""press":"\#(key)""#, to: #""press":"\#(other)""#)
        ben.isHeld = false
        ben.hurry()
    }
    world.after(5_000)
    falsify("1", to: "3")
    #expect(ben.display == "3" && !ben.isCurrent)
    world.settle()
    #expect(ben.display == "1" && ben.isCurrent)
    // Again, so soon that it has to wait.
    world.after(2_000)
    falsify("2", to: "4")
    world.settle()
    #expect(ben.display == "14" && !ben.isCurrent)
    world.after(60_000)
    #expect(ada.isCurrent && ada.display == "12")
    #expect(ben.isCurrent && ben.display == "12")
    let eve = Stranger(world, joining: "eve")
    _ = eve.hear()
    let check = #"{"hash":{"seq":5,"is":"0123456789abcdef"}}"#
    eve.say(check)
    eve.say(check)
    #expect(try eve.messages.count == 1)
    #expect(try eve.welcome?.sequence == ada.confirmed.sequence)
    _ = eve.hear()
    world.after(10_000)
    #expect(try eve.welcome != nil)
}

@Test func `W55 W10 W24 W26 views show what a client with an engine shows`() throws {
    let (world, ada, ben) = World.pair(keypad: .scientific)
    let board = Stranger(world, joining: "board", #","watch":true,"views":true"#)
    #expect(try board.welcome?.view?.display == Array("0".utf8))
    for keys in ["1 2 +", "3 4", "=", "/ 0 ="] {
        ben.press(keys)
        world.settle()
        guard case .events(let frame)? = try board.messages.last, let view = frame.view else {
            Issue.record("no view")
            return
        }
        let display = ada.replica.view.display
        #expect(view.display == display.main.text && view.expression == display.expression)
        #expect(view.keypad == .scientific && !view.isLocked)
    }
    ada.act(.lock(true))
    world.settle()
    #expect(board.hear().last?.contains(#""locked":true"#) == true)
    world.expectAgreement()
}

@Test func `W56 W27 who is here is known to all, once each, at any server`() throws {
    let (world, ada, ben) = World.pair(edges: 2)
    world.after(1_000)
    #expect(
        Set(ada.replica.view.present) == [1, 2] && Set(ben.replica.view.present) == [1, 2])
    let watcher = Stranger(world, joining: "watcher", #","watch":true"#)
    world.after(250)
    #expect(
        watcher.hear().last == #"{"here":{"all":[{"who":1,"name":"Ada"},{"who":2,"name":"Ben"}]}}"#)
    let tab = world.client("ben", keypad: nil)
    world.after(1_000)
    #expect(watcher.hear().filter { $0.contains("here") } == [])
    ben.isOffline = true
    ben.cut()
    world.after(1_000)
    #expect(ada.replica.view.present.sorted() == [1, 2])
    tab.isOffline = true
    tab.cut()
    world.after(1_000)
    #expect(ada.replica.view.present == [1])
    #expect(watcher.hear().filter { $0.contains("here") } == [#"{"here":{"came":[],"gone":[2]}}"#])
    ben.isOffline = false
    world.after(60_000)
    #expect(ada.replica.view.present == [1, 2])
    #expect(
        watcher.hear().filter { $0.contains("here") }
            == [#"{"here":{"came":[{"who":2,"name":"Ben"}],"gone":[]}}"#])
}

@Test func `W57 W14 W28 C51 a sign of life is asked for and given`() throws {
    let (world, ada, ben) = World.pair()
    let eve = Stranger(world, joining: "eve")
    _ = eve.hear()
    eve.say(#"{"alive":9007199254740991}"#)
    #expect(eve.hear() == [#"{"alive":9007199254740991,"seq":4}"#])
    ben.isHeld = true
    world.after(25_000)
    #expect(ben.isCurrent)
    world.after(1_000)
    #expect(!ben.isCurrent && ada.isCurrent)
    ben.isHeld = false
    world.settle()
    #expect(ben.isCurrent)
    // Without any answer it joins anew.
    ben.isHeld = true
    world.after(28_000)
    #expect(ben.replica.view.connection != .joined(isCurrent: true))
    ben.isHeld = false
    world.after(2_000)
    #expect(ben.isCurrent)
    world.expectAgreement()
}
