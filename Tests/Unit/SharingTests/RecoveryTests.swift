import CalculatorEngine
@testable import RoomClient
import RoomServer
import SeededNumbers
import SharedRoom
@testable import Simulator
import Testing

// Clients recover from failures of connections, servers and stores.

@Test func `a client that changes servers never sees an older room`() throws {
    let (world, ada, ben) = World.pair(edges: 2)
    world.edges[1].isLagging = true
    ada.press("1 2 3")
    world.settle()
    let seen = try ada.confirmed.sequence
    #expect(try ben.confirmed.sequence < seen)
    ada.cut()
    ada.edge = 1
    world.advance(by: 2_000)
    #expect(try ada.confirmed.sequence == seen && ada.display == "123")
    #expect(!ada.isCurrent)
    world.edges[1].isLagging = false
    world.settle()
    #expect(ada.isCurrent && ben.display == "123")
    world.expectAgreement()
}

@Test func `a returning client receives the missed events, or a snapshot if they are gone`()
    throws
{
    var limits = World.generous
    limits[.ringEventsMax] = 8
    let (world, ada, ben) = World.pair(limits: limits)
    /// The contents of Ben's welcome when he returns after Ada's keys.
    func contents(after keys: String) throws -> Welcome.Contents? {
        ben.cut()
        ada.press(keys)
        world.settle()
        ben.connect()
        ben.deliverNow()
        ben.isHeld = true
        world.settle()
        defer {
            ben.isHeld = false
            world.expectAgreement()
        }
        let messages = try ben.framesInTransit.compactMap { try ServerMessage.decode($0) }
        for case .welcome(let welcome) in messages { return welcome.contents }
        return nil
    }
    guard case .events(let events) = try contents(after: "1 2 3") else {
        Issue.record("expected events, not a snapshot")
        return
    }
    #expect(events.map(\.sequence) == [4, 5, 6])
    #expect(try contents(after: "") == .events([]))
    guard case .snapshot? = try contents(after: "1 2 3 4 5 6 7 8 9") else {
        Issue.record("expected a snapshot")
        return
    }
    #expect(ben.display == ada.display)
}

@Test func `a client whose hash differs reports it once and is repaired`() throws {
    let (world, ada, ben) = World.pair()
    /// Replaces a key with another one on the way to Ben.
    func falsify(_ key: String, to other: String) {
        ben.isHeld = true
        ada.press(key)
        world.settle()
        ben.alter(#""press":"\#(key)""#, to: #""press":"\#(other)""#)
        ben.isHeld = false
        ben.deliverNow()
    }
    world.advance(by: 5_000)
    falsify("1", to: "3")
    #expect(ben.display == "3" && !ben.isCurrent)
    world.settle()
    #expect(ben.display == "1" && ben.isCurrent)
    // A second mismatch, too soon for another repair.
    world.advance(by: 2_000)
    falsify("2", to: "4")
    world.settle()
    #expect(ben.display == "14" && !ben.isCurrent)
    world.advance(by: 60_000)
    #expect(ada.isCurrent && ada.display == "12")
    #expect(ben.isCurrent && ben.display == "12")
    let eve = RawClient(world, joining: "eve")
    eve.arriving = []
    let check = #"{"hash":{"seq":5,"is":"0123456789abcdef"}}"#
    eve.send(check)
    eve.send(check)
    #expect(try eve.messages.count == 1)
    #expect(try eve.welcome?.sequence == ada.confirmed.sequence)
    eve.arriving = []
    world.advance(by: 10_000)
    #expect(try eve.welcome != nil)
}

@Test func `a server that misses events of the store catches up, and nobody is disconnected`()
    throws
{
    let (world, ada, ben) = World.pair(edges: 2)
    let foreign = ForeignEdge(world)
    foreign.breakFirstEdge()
    ben.press("1 2")
    world.settle()
    #expect(ada.display == "0" && ben.display == "12")
    ada.press("3")
    world.settle()
    #expect(ada.display == "123" && ada.replica.view.pendingCount == 1)
    #expect(ada.notices == [.refused(.storage)] && ada.isCurrent)
    world.advance(by: 2_000)
    #expect(ben.display == "123" && ada.isCurrent && ben.isCurrent)
    world.expectAgreement()
}

@Test func `clients join the epoch after a loss and lose nothing that they typed`()
    throws
{
    let (world, ada, ben) = World.pair()
    let foreign = ForeignEdge(world)
    ada.press("1 2 3")
    world.settle()
    ben.press("4")
    world.settle()
    let before = ada.replica.epoch
    // The store restarts with the first four events: both people and the key 1.
    foreign.breakFirstEdge()
    foreign.restore(4)
    ada.press("7")
    ben.press("8")
    world.advance(by: 60_000)
    #expect(ada.replica.epoch != before && ada.replica.epoch == ben.replica.epoch)
    #expect(ada.isCurrent && ben.isCurrent)
    // Ada's key is there first. Ben's is offered with the number that he saw.
    #expect(ada.display == "17" && ada.replica.offers.isEmpty)
    #expect(ben.replica.view.offer?.result == Array("12348".utf8))
    ben.answerOffer(usesResult: false)
    world.expectAgreement()
}

@Test func `a room whose log does not begin with make does not exist`() {
    let world = World()
    let foreign = ForeignEdge(world)
    let signature = Signature(author: 1, pen: 0, number: 1)
    foreign.append([Draft(.press(.digit(.seven)), signature: signature)])
    let ada = world.client("ada")
    world.settle()
    #expect(ada.ending == .noSuchRoom)
    #expect(world.edges[0].edge.roomCount == 0)
}

/// Random bytes in frames from the server are replaced.
@Test(arguments: 1...8)
func `a client recovers from corrupted frames`(
    seed: UInt64
) throws {
    let (world, ada, ben) = World.pair()
    var numbers = SplitMix(seed: seed)
    for round in 0..<60 {
        ada.press("1 + 2 =")
        ben.press("C 3")
        ben.deliverNow()
        ben.isHeld = true
        world.settle()
        ben.framesInTransit = ben.framesInTransit.map { frame in
            var frame = frame
            for _ in 0..<numbers.next(below: 3) {
                frame[numbers.next(below: frame.count)] = UInt8(32 + numbers.next(below: 96))
            }
            return frame
        }
        ben.isHeld = false
        world.advance(by: Int64(numbers.next(below: 3_000)))
        if round % 10 == 9 { world.advance(by: 60_000) }
        while ben.replica.view.offer != nil { ben.answerOffer(usesResult: true) }
    }
    // An event carries the room's hash, and a repair takes time.
    ada.press("AC 4 2")
    world.advance(by: 60_000)
    while ben.replica.view.offer != nil { ben.answerOffer(usesResult: false) }
    #expect(ben.ending == nil)
    ada.press("AC 4 2")
    world.advance(by: 60_000)
    #expect(ben.display == "42" && ben.isCurrent)
    world.expectAgreement()
}

@Test func `a clock that is set back does not make a client wait longer`() throws {
    let hour: Int64 = 3_600_000
    let (world, ada, ben) = World.pair()
    // A refused key is resent.
    world.store.isWritable = false
    ben.press("7")
    world.settle()
    world.store.isWritable = true
    ben.moveClock(by: -hour)
    world.advance(by: 2_000)
    #expect(ada.display == "7" && ben.replica.pendingCount == 0)
    // A dead connection is detected.
    ben.isHeld = true
    world.advance(by: 24_000)
    #expect(ben.isCurrent)
    ben.moveClock(by: -hour)
    world.advance(by: 3_000)
    #expect(!ben.isCurrent)
    ben.isHeld = false
    world.advance(by: 2_000)
    #expect(ben.isCurrent)
    // A client does not wait forever for a welcome.
    ben.cut()
    ben.isHeld = true
    world.advance(by: 1_000)
    let before = ben.reconnectTime
    #expect(ben.replica.view.connection == .connecting && before == nil)
    ben.moveClock(by: -hour)
    world.advance(by: 10_000)
    ben.isHeld = false
    world.advance(by: 40_000)
    #expect(ben.isCurrent)
    world.expectAgreement()
}
