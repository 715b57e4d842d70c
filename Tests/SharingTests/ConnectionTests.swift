import CalculatorEngine
@testable import RoomClient
import SeededNumbers
import SharedRoom
import Simulator
import Testing

@Test func `C54 the waits between connections double, and are spread`() throws {
    let (world, _, ben) = World.pair()
    ben.isOffline = true
    ben.cut()
    var waits: [Int64] = []
    for _ in 0..<9 {
        let time = try #require(ben.dialing)
        waits.append(time - world.now)
        world.after(time - world.now)
    }
    let wholes: [Int64] = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]
    for (wait, whole) in zip(waits, wholes) { #expect((whole / 2...whole).contains(wait)) }
    #expect(Set(zip(waits, wholes).map { Double($0) / Double($1) }).count > 5)
    ben.isOffline = false
    world.after(30_000)
    #expect(ben.isCurrent)
    world.expectAgreement()
}

@Test func `C77 a connection that never opens is given up, and the next one leads back`() throws {
    let (world, ada, ben) = World.pair()
    ben.isUnanswered = true
    ben.cut()
    world.after(25_000)
    #expect(!ben.isCurrent)
    ada.press("7")
    ben.isUnanswered = false
    world.after(30_000)
    #expect(ben.isCurrent && ben.display == "7")
    world.expectAgreement()
}

@Test func `C51 a key after a silence asks first whether anybody is there`() throws {
    let (world, ada, ben) = World.pair()
    world.after(12_000)
    ben.isHeld = true
    ben.press("7")
    world.after(1_500)
    #expect(!ben.isCurrent && ben.display == "7" && ada.display == "0")
    world.after(2_000)
    #expect(ben.ending == nil && !ben.isCurrent)
    ben.isHeld = false
    world.after(5_000)
    #expect(ben.isCurrent && ada.display == "7")
    world.expectAgreement()
}

@Test func `C49 after a frame that cannot be read it joins anew, and nothing is lost`() throws {
    let (world, ada, ben) = World.pair()
    ben.press("1")
    ada.press("2")
    ben.hurry()
    ben.isHeld = true
    world.settle()
    ben.alter(#""press""#, to: #""dance""#)
    ben.isHeld = false
    world.settle()
    #expect(!ben.isCurrent)
    world.after(2_000)
    #expect(ben.isCurrent && Set(ben.display) == Set("12"))
    world.expectAgreement()
}

/// Frames that were really sent, with bytes changed on the way.
@Test(arguments: 1...8)
func `C57 C48 C50 whatever comes instead of what was sent, a client gets back to the room`(
    seed: UInt64
) throws {
    let (world, ada, ben) = World.pair()
    var numbers = SplitMix(seed: seed)
    for round in 0..<60 {
        ada.press("1 + 2 =")
        ben.press("C 3")
        ben.hurry()
        ben.isHeld = true
        world.settle()
        ben.arriving = ben.arriving.map { frame in
            var frame = frame
            for _ in 0..<numbers.next(below: 3) {
                frame[numbers.next(below: frame.count)] = UInt8(32 + numbers.next(below: 96))
            }
            return frame
        }
        ben.isHeld = false
        world.after(Int64(numbers.next(below: 3_000)))
        if round % 10 == 9 { world.after(60_000) }
        if ben.replica.view.question.count > 0 { ben.answer(true) }
    }
    // A key, so that the room's hash is shown, and time for a repair.
    ada.press("AC 4 2")
    world.after(60_000)
    if ben.replica.view.question.count > 0 { ben.answer(false) }
    #expect(ben.ending == nil)
    ada.press("AC 4 2")
    world.after(60_000)
    #expect(ben.display == "42" && ben.isCurrent)
    world.expectAgreement()
}

/// A page of other rules than its server: what the server says of its rules is changed on the way.
@Test func `C55 W25 W55 a page with other rules loads itself anew once, then shows views`() throws {
    let (world, ada, _) = World.pair()
    let join = Join(secret: World.secret("cleo"))
    var page = Replica(join, pen: World.secret("cleo-pen"), chance: { 7 })
    let link = OtherRulesLink(world)
    #expect(link.open(&page).contains(.reload))
    page = try #require(Replica(saved: page.saved, join, chance: { 7 }))
    #expect(!link.open(&page).contains(.reload))
    #expect(page.view.toldView == nil)
    #expect(!link.open(&page).contains(.reload))
    #expect(page.view.toldView?.display == Array("0".utf8))
    ada.press("4 2")
    world.settle()
    _ = link.take(&page)
    #expect(page.view.toldView?.display == Array("42".utf8))
    world.expectAgreement()
}

/// The link of such a page.
private final class OtherRulesLink {
    private let world: World
    private var stranger: Stranger

    init(_ world: World) {
        self.world = world
        stranger = Stranger(world)
    }

    /// Makes a connection; gives what the page wants done.
    func open(_ page: inout Replica) -> [ReplicaAction] {
        stranger.hangUp()
        stranger = Stranger(world)
        let actions = page.connected(at: world.now)
        send(actions)
        return actions + take(&page)
    }

    func take(_ page: inout Replica) -> [ReplicaAction] {
        stranger.hear().flatMap { frame in
            let text = frame.replacing(#""rules":3"#, with: #""rules":4"#)
            let actions = page.receive(Array(text.utf8), at: world.now)
            send(actions)
            return actions
        }
    }

    private func send(_ actions: [ReplicaAction]) {
        for case .send(let frame) in actions { stranger.say(frame) }
    }
}

@Test func `C75 C51 C53 a clock that is set back makes nobody wait longer`() throws {
    let hour: Int64 = 3_600_000
    let (world, ada, ben) = World.pair()
    // A refused key comes again.
    world.store.isWritable = false
    ben.press("7")
    world.settle()
    world.store.isWritable = true
    ben.moveClock(by: -hour)
    world.after(2_000)
    #expect(ada.display == "7" && ben.replica.pendingCount == 0)
    // A dead connection is found.
    ben.isHeld = true
    world.after(24_000)
    #expect(ben.isCurrent)
    ben.moveClock(by: -hour)
    world.after(3_000)
    #expect(!ben.isCurrent)
    ben.isHeld = false
    world.after(2_000)
    #expect(ben.isCurrent)
    // Whoever waits for a welcome does not wait for ever.
    ben.cut()
    ben.isHeld = true
    world.after(1_000)
    let before = ben.dialing
    #expect(ben.replica.view.connection == .connecting && before == nil)
    ben.moveClock(by: -hour)
    world.after(10_000)
    ben.isHeld = false
    world.after(40_000)
    #expect(ben.isCurrent)
    // What is typed in a long silence is asked about as ever.
    ben.isOffline = true
    ben.cut()
    ben.moveClock(by: -hour)
    world.after(15_000)
    ada.press("8")
    ben.press("9")
    ben.isOffline = false
    world.after(40_000)
    #expect(!ben.replica.view.question.isEmpty)
    ben.answer(false)
    world.expectAgreement()
}
