import CalculatorEngine
import RunningPrograms
import SeededNumbers
import Testing

@testable import RoomClient
@testable import SharedRoom

@Test func `keys over failing connections are each applied once`() throws {
    for seed in 1...UInt64(Effort.count(1, full: 4)) {
        var random = SplitMix(seed: seed)
        var server = FakeServer(keypad: .standard)
        var pages = [Page("mina", seed: 11), Page("ada", seed: 12), Page("bo", seed: 13)]
        let names = ["1", "2", "+", "*", "=", "C", "neg", "."]
        var pressed: [String] = ["", "", ""]
        while pressed.joined().count < 2_500 {
            let who = random.next(below: pages.count)
            switch random.next(below: 30) {
            case 0: pages[who].lose(&server)
            case 1:
                for index in pages.indices { pages[index].wait(Int64(random.next(below: 4_000))) }
            case 2: server.sendsSnapshots.toggle()
            case 3: for index in pages.indices { pages[index].typeWithdrawnKeys() }
            case 4...12:
                let name = random.element(of: names)
                pages[who].press(name)
                pressed[who] += name.prefix(1)
            default:
                if let time = pages[who].connectAt, time <= pages[who].now { pages[who].connect() }
                for _ in 0..<random.next(below: 6) { _ = try pages[who].step(&server) }
                if random.next(below: 8) == 0 { expectPrediction(of: pages[who].replica) }
            }
        }
        for _ in 0..<4 {
            for index in pages.indices {
                if let time = pages[index].connectAt { pages[index].now = time }
                try pages[index].exchangeFrames(&server)
                pages[index].typeWithdrawnKeys()
            }
        }
        let events = server.log.filter { if case .press = $0.action { true } else { false } }
        #expect(events.count >= pressed.joined().count)
        #expect(server.hasDecidedEachNumberOnce)
        #expect(server.decidedActions.count == pressed.joined().count)
        for page in pages {
            #expect(page.replica.view.pendingCount == 0)
            #expect(page.replica.predicted == server.room)
        }
    }
}

/// Checks that the prediction equals one that is recomputed.
private func expectPrediction(of replica: Replica) {
    let (predicted, predictedPen) = (replica.predicted, replica.predictedPen)
    let changes = replica.changes
    replica.rebuild()
    #expect(replica.predicted.sequence == predicted.sequence)
    #expect(replica.predicted.calculator == predicted.calculator)
    #expect(replica.predicted.history == predicted.history)
    #expect(replica.predicted.people == predicted.people)
    #expect(replica.predictedPen == predictedPen)
    (replica.predicted, replica.predictedPen, replica.changes) = (predicted, predictedPen, changes)
}

@Test func `random frames do not crash the replica`() throws {
    var random = SplitMix(seed: 3)
    let pieces = [
        #"{"welcome":{"rules":4,"you":1,"pen":0,"last":null,"epoch":"000000000000000a","seq":2,"#,
        #"{"refused":{"n":9007199254740991,"why":"rate","retry":9007199254740991}}"#,
        #"{"alive":1,"seq":0}"#, #"{"bye":{"why":"restart","retry":9007199254740991}}"#,
        #"{"here":{"all":[{"who":1}]}}"#, #"{"here":{"came":[{"who":4294967295}],"gone":[1]}}"#,
        #"{"seq":3,"events":[{"at":5,"by":1,"n":1,"press":"7"}],"hash":"0000000000000000"}"#,
        #"{"seq":9007199254740991,"events":[]}"#, "", "{", "[1]", "\u{0}",
        #"{"seq":3,"events":[{"at":5,"by":1,"n":9007199254740991,"startOver":true}]}"#,
    ]
    for _ in 0..<1_000 {
        var (page, server) = try joined()
        for _ in 0..<20 {
            switch random.next(below: 6) {
            case 0: page.press("1")
            case 1: page.perform(page.replica.undo(at: page.now))
            case 2: page.wait(Int64(random.next(below: 4_000)))
            case 3: _ = try page.step(&server)
            default:
                let bytes = random.frame(pieces, server.room)
                page.perform(page.replica.receive(bytes, at: page.now))
            }
            if random.next(below: 20) == 0 {
                page.perform(page.replica.closeOffer(at: page.now))
            }
        }
        #expect(page.replica.pending.count <= 20)
        _ = page.replica.view
        _ = Page(
            stored: page.replica.saved.filter { _ in random.next(below: 9) > 0 }, "mina",
            seed: 5, at: 0)
    }
}

extension SplitMix {
    fileprivate mutating func frame(_ pieces: [String], _ room: Room) -> [UInt8] {
        if next(below: 3) == 0 { return welcome(room).encoded }
        var bytes = Array(element(of: pieces).utf8)
        if bool(), !bytes.isEmpty { bytes[next(below: bytes.count)] = UInt8(next(below: 256)) }
        return bytes
    }

    private mutating func welcome(_ room: Room) -> ServerMessage {
        let you = Welcome.You(
            number: UInt32(next(below: 3) + 1), pen: UInt32(next(below: 2)),
            last: bool() ? nil : number(from: 0, to: RoomLimits.numberMax))
        return .welcome(
            Welcome(
                rules: Room.rules + UInt32(next(below: 2)), you: bool() ? you : nil, epoch: 0xA,
                sequence: room.sequence, hash: bool() ? room.hash : 5,
                contents: bool() ? .snapshot(room.snapshot) : .events([])))
    }
}
