import CalculatorEngine
@testable import RoomClient
import SharedRoom
import Simulator
import Testing

@Test func `W40 W58 who does not join first, once and in time is closed, and nobody else notices`()
    throws
{
    let (world, ada, ben) = World.pair()
    let (early, twice, silent) = (Stranger(world), Stranger(world), Stranger(world))
    world.expectUnnoticed(by: ada, ben) {
        early.say(#"{"wave":1}"#)
        #expect(early.closing == nil)
        early.say(#"{"n":1,"press":"7"}"#)
        twice.join("twice")
        twice.join("twice")
    }
    for stranger in [early, twice] {
        #expect(stranger.closing == .notJoined)
        #expect(stranger.closingText == "the first message must be a join, and only the first")
        #expect(try stranger.messages.last == .bye(why: .notJoined, retry: nil))
    }
    world.edges[0].isLagging = true
    let waiting = Stranger(world, joining: "waiting")
    waiting.say(#"{"alive":1}"#)
    #expect(waiting.closing == nil)
    waiting.say(#"{"n":1,"press":"7"}"#)
    #expect(waiting.closing == .notJoined)
    world.edges[0].isLagging = false
    world.after(9_999)
    #expect(silent.closing == nil)
    world.after(1)
    #expect(silent.closing == .joinTime)
    #expect(try silent.messages.last == .bye(why: .joinTime, retry: 1_000))
    world.expectAgreement()
}

@Test func `W41 nobody who changes servers goes back in time`() throws {
    let (world, ada, ben) = World.pair(edges: 2)
    world.edges[1].isLagging = true
    ada.press("1 2 3")
    world.settle()
    let seen = try ada.confirmed.sequence
    #expect(try ben.confirmed.sequence < seen)
    ada.cut()
    ada.edge = 1
    world.after(2_000)
    #expect(try ada.confirmed.sequence == seen && ada.display == "123")
    #expect(!ada.isCurrent)
    world.edges[1].isLagging = false
    world.settle()
    #expect(ada.isCurrent && ben.display == "123")
    world.expectAgreement()
}

@Test func `W42 W10 a room is made by a join with make, once, though two make it at a time`() throws
{
    let world = World(edges: 2)
    let cleo = world.client("cleo", keypad: nil)
    world.settle()
    #expect(cleo.ending == .noSuchRoom && world.store.roomCount == 0)
    let ada = world.client("ada", keypad: .tip) { $0.make?.isLocked = true }
    let ben = world.client("ben", keypad: .standard, edge: 1)
    ada.hurry()
    ben.hurry()
    world.settle()
    let makes = ForeignEdge(world).log.filter { if case .make = $0.action { true } else { false } }
    #expect(makes.count == 2)
    #expect(try ada.confirmed.calculator.keypad == .tip && ada.confirmed.isLocked)
    #expect(try ben.confirmed.people.all.map(\.number) == [1, 2])
    #expect(try ben.confirmed.people[1]?.isHost == true && ada.replica.you == 1)
    world.expectAgreement()
}

@Test func `W43 W44 W26 newcomers enter by an event, who is known does not, who watches never`()
    throws
{
    let (world, ada, ben) = World.pair()
    let foreign = ForeignEdge(world)
    let count = foreign.log.count
    ben.cut()
    world.after(2_000)
    #expect(ben.isCurrent && foreign.log.count == count)
    let board = world.client("board", keypad: nil) { $0.isWatching = true }
    let watcher = Stranger(world, joining: "watcher", #","watch":true"#)
    world.settle()
    #expect(foreign.log.count == count)
    board.press("7")
    ada.press("4 2")
    world.settle()
    #expect(board.display == "42" && board.replica.view.pendingCount == 0)
    #expect(board.replica.you == nil)
    #expect(try watcher.welcome?.you == nil && watcher.events.count == 2)
    world.expectUnnoticed(by: ada, ben, board) {
        watcher.say(#"{"alive":1}"#)
        #expect(watcher.closing == nil)
        watcher.say(#"{"n":1,"press":"7"}"#)
    }
    #expect(watcher.closing == .notJoined)
    #expect(world.edges[0].room("class")?.people.all.count == 2)
    world.client("cleo", keypad: nil)
    world.settle()
    #expect(try ada.confirmed.people.all.count == 3)
    world.expectAgreement()
}

@Test func `W45 W25 C48 who comes back has what was missed as events, or else as a snapshot`()
    throws
{
    var limits = World.generous
    limits.ringEventsMax = 8
    let (world, ada, ben) = World.pair(limits: limits)
    /// What a welcome has when Ben comes back after Ada's keys.
    func contents(after keys: String) throws -> Welcome.Contents? {
        ben.cut()
        ada.press(keys)
        world.settle()
        ben.connect()
        ben.hurry()
        ben.isHeld = true
        world.settle()
        defer {
            ben.isHeld = false
            world.expectAgreement()
        }
        for case .welcome(let welcome) in try ben.coming { return welcome.contents }
        return nil
    }
    guard case .events(let events) = try contents(after: "1 2 3") else {
        Issue.record("a snapshot")
        return
    }
    #expect(events.map(\.sequence) == [4, 5, 6])
    #expect(try contents(after: "") == .events([]))
    guard case .snapshot? = try contents(after: "1 2 3 4 5 6 7 8 9") else {
        Issue.record("events that are not at hand any more")
        return
    }
    #expect(ben.display == ada.display)
}

@Test(arguments: [
    #"{"epoch":"0000000000000000","seq":3}"#,
    #"{"epoch":"EPOCH","seq":3,"hash":"0123456789abcdef"}"#, #"{"epoch":"EPOCH","seq":99}"#,
])
func `W45 whose room is another one has a snapshot`(since: String) throws {
    let (world, ada, _) = World.pair()
    let eve = Stranger(world, joining: "eve")
    let epoch = try #require(eve.hear().joined().firstMatch(of: /"epoch":"([0-9a-f]+)"/)?.1)
    let text = since.replacing("EPOCH", with: epoch)
    let again = Stranger(world, joining: "eve", #","since":\#(text)"#)
    guard case .snapshot(let form) = try again.welcome?.contents else {
        Issue.record("events")
        return
    }
    #expect(try Room(form: form) == ada.confirmed)
    let plain = Stranger(world, joining: "eve", #","since":{"epoch":"\#(epoch)","seq":3}"#)
    guard case .events(let events) = try plain.welcome?.contents else {
        Issue.record("a snapshot")
        return
    }
    #expect(events.map(\.sequence) == [4])
}

@Test func `W46 last says what was decided of a pen, and null that it is new`() throws {
    let (world, ada, _) = World.pair()
    let eve = Stranger(world, joining: "eve")
    #expect(try eve.welcome?.you == Welcome.You(number: 3, pen: 0, last: nil))
    let again = Stranger(world, joining: "eve")
    #expect(try again.welcome?.you == Welcome.You(number: 3, pen: 0, last: 0))
    again.say(#"{"n":1,"press":["4","2"]}"#)
    let third = Stranger(world, joining: "eve")
    #expect(try third.welcome?.you == Welcome.You(number: 3, pen: 0, last: 2))
    let other = Stranger(world, joining: "eve", #","pen":"k3J-x_9aQ2w""#)
    #expect(try other.welcome?.you == Welcome.You(number: 3, pen: 1, last: nil))
    #expect(ada.display == "42")
    world.expectAgreement()
}
