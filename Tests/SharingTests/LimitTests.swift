import CalculatorEngine
@testable import RoomClient
import RoomServer
import SeededNumbers
import SharedRoom
import Simulator
import Testing

@Test func `L1 W2 W12 W40 W50 W56 an operator's limits are what both sides meet`() throws {
    var limits = World.generous
    limits.frameBytesMax = 200
    limits.keysPerFrameMax = 2
    limits.joinTime = 50
    limits.presencePeriod = 10
    limits.storageRetry = 123
    let (world, ada, ben) = World.pair(limits: limits)
    world.after(10)
    #expect(ada.replica.view.present == [1, 2])
    let (large, many, late) = (
        Stranger(world, joining: "large"), Stranger(world, joining: "many"), Stranger(world)
    )
    _ = many.hear()
    world.expectUnnoticed(by: ada, ben) {
        large.say(#"{"alive":1}"# + String(repeating: " ", count: 190))
        many.say(#"{"n":1,"press":["1","2","3"]}"#)
    }
    #expect(large.closing == .frameSize)
    #expect(large.closingText == "a frame must have at most 200 bytes")
    #expect(many.closingText == #""press" must be a known key or a list of 1 to 2 of them"#)
    world.after(50)
    #expect(late.closing == .joinTime)
    world.store.isWritable = false
    let last = Stranger(world, joining: "last")
    #expect(last.closing == .storage)
    #expect(last.hear() == [#"{"bye":{"why":"storage","retry":123}}"#])
}

@Test func `L2 a room's ring keeps its limit, whoever reads slowly, and all share what is written`()
{
    let (world, ada, ben) = World.pair()
    let boards = (0..<100).map { Stranger(world, joining: "board\($0)", #","watch":true"#) }
    ben.isHeld = true
    for _ in 0..<600 {
        for board in boards { board.arriving = [] }
        ada.press("1 + 2 =")
        world.settle()
    }
    let name = RoomName(normal: Array("class".utf8))
    #expect(name.map { world.edges[0].edge.ringByteCount(of: $0) } ?? .max <= 65_536)
    #expect(Edge.sessionByteCount < 1_024)
    let places = boards.map { $0.arriving[0].withUnsafeBufferPointer { $0.baseAddress } }
    #expect(Set(places).count == 1)
    ben.isHeld = false
    world.expectAgreement()
}

@Test func `L3 telling who is here grows with those who came`() {
    func bytes(of count: Int) -> Int {
        let world = World.pair().world
        world.after(1_000)
        for index in 0..<count { world.client("pupil\(index)", keypad: nil) }
        world.settle()
        for client in world.clients { client.isHeld = true }
        world.after(1_000)
        var told = Set<[UInt8]>()
        for client in world.clients {
            told.formUnion(client.arriving.filter { $0.starts(with: Array(#"{"here""#.utf8)) })
        }
        for client in world.clients { client.isHeld = false }
        world.settle()
        #expect(world.clients.allSatisfy { $0.replica.view.present.count == count + 2 })
        return told.reduce(0) { $0 + $1.count }
    }
    let (one, two) = (bytes(of: 30), bytes(of: 60))
    #expect(one > 0 && two * 2 < one * 5)
}

/// Pieces of frames in any order, from somebody who comes back as often as they are thrown out.
@Test(arguments: 1...8)
func `L4 R35 C57 whatever somebody says, server and neighbours go on`(seed: UInt64) throws {
    let (world, ada, ben) = World.pair()
    var numbers = SplitMix(seed: seed)
    let pieces = [
        #"{"n":1,"#, #"{"n":2,"#, #"{"n":9007199254740991,"#, #""press":"7"}"#,
        #""press":["1","+","2","="]}"#, #""undo":{"by":1,"n":1}}"#, #""bill":{"add":3}}"#,
        #""recall":5}"#, #""keypad":"tip"}"#, #""delete":true}"#, #""useLink":null}"#, "{", "}",
        #"{"alive":1}"#, #"{"hash":{"seq":3,"is":"0123456789abcdef"}}"#, #"{"join":{}}"#, "[", "\"",
    ]
    var eve = Stranger(world, joining: "eve")
    for round in 0..<500 {
        let count = 1 + numbers.next(below: 2)
        eve.say((0..<count).map { _ in pieces[numbers.next(below: pieces.count)] }.joined())
        if eve.closing != nil { eve = Stranger(world, joining: "eve\(round % 5)") }
        if round % 50 == 0 { world.after(100) }
        if round % 25 == 0 { ben.press("1 + 2 =") }
    }
    world.expectAgreement()
    #expect(ada.isCurrent && ben.isCurrent)
    world.expectUnnoticed(by: ada, ben) {}
}

@Test func `L5 C54 what is too many is told so and tries again, and an empty room is closed`() {
    var limits = World.generous
    limits.sessionsPerRoomMax = 2
    limits.openRoomsMax = 1
    let (world, ada, ben) = World.pair(limits: limits)
    let cleo = world.client("cleo", keypad: nil)
    let elsewhere = world.client("cleo", room: "other")
    world.settle()
    for client in [cleo, elsewhere] { #expect(client.replica.confirmed == nil) }
    ben.isOffline = true
    ben.cut()
    world.after(60_000)
    #expect(cleo.isCurrent && !elsewhere.isCurrent)
    ada.press("4 2")
    world.settle()
    for client in [ada, cleo, elsewhere] {
        client.isOffline = true
        client.cut()
    }
    world.settle()
    world.after(59_999)
    #expect(world.edges[0].edge.roomCount == 1)
    world.after(1)
    #expect(world.edges[0].edge.roomCount == 0 && world.store.roomCount == 1)
    ada.isOffline = false
    world.after(60_000)
    #expect(ada.isCurrent && ada.display == "42")
}

@Test func `W62 C58 W27 of many people some are named, and all are counted`() {
    var limits = World.generous
    limits.peopleListedMax = 3
    let (world, ada, ben) = World.pair(limits: limits)
    let others = (0..<3).map { world.client("pupil\($0)", keypad: nil) }
    world.after(1_000)
    for client in [ada, ben] + others {
        #expect(client.replica.view.presentCount == 5)
        // Whoever looks knows of themselves.
        #expect((3...4).contains(client.replica.view.present.count))
        #expect(client.replica.you.map { client.replica.view.present.contains($0) } == true)
    }
    for client in others {
        client.isOffline = true
        client.cut()
    }
    world.after(1_000)
    #expect(Set(ada.replica.view.present) == [1, 2] && ada.replica.view.presentCount == 2)
    world.expectAgreement()
}

@Test
func `L6 W45 when all rings are too large, the one in which nothing happened for longest goes`() {
    var limits = World.generous
    limits.ringsBytesMax = 4_096
    let world = World(limits: limits)
    let quiet = world.client("ada", room: "quiet")
    world.settle()
    quiet.press("1")
    world.settle()
    quiet.cut()
    quiet.isOffline = true
    let busy = world.client("ben", room: "busy")
    world.settle()
    for _ in 0..<40 { busy.press("1 + 2 =") }
    world.settle()
    let names = ["quiet", "busy"].compactMap { RoomName(normal: Array($0.utf8)) }
    let bytes = names.map { world.edges[0].edge.ringByteCount(of: $0) }
    #expect(bytes[0] == 0 && bytes[1] > 0 && bytes[1] <= 4_096)
    // Whoever comes back to it gets a snapshot in its place.
    quiet.isOffline = false
    quiet.press("2")
    world.after(2_000)
    #expect(quiet.display == "12" && quiet.isCurrent)
}

@Test func `L7 whoever comes with many connections gets no more keys by it, and loses none`() {
    var limits = World.generous
    limits.addressKeysAtOnceMax = 10
    limits.addressKeysPerSecond = 20
    let (world, ada, ben) = World.pair(limits: limits)
    world.edges[0].commonOrigin = 7
    ada.cut()
    ben.cut()
    world.after(1_000)
    for _ in 0..<15 {
        ada.press("1")
        ben.press("2")
    }
    world.settle()
    #expect(ada.replica.pendingCount + ben.replica.pendingCount >= 20)
    world.after(30_000)
    #expect(ada.replica.pendingCount + ben.replica.pendingCount == 0)
    world.expectAgreement()
}
