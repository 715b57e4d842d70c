import SeededNumbers
import SharedRoom
import Testing

@testable import RoomServer

@Test func `W52 one frame has everything, and equal sessions share it`() throws {
    let shell = try Shell()
    let host = try shell.host()
    let board = try shell.join("w", #","watch":true"#)
    shell.edge.block(board)
    shell.forgetSent()
    shell.say(#"{"n":1,"press":"1"}"#, host)
    shell.turn()
    shell.say(#"{"n":2,"press":"2"}"#, host)
    shell.turn()
    #expect(shell.frames(board).isEmpty)
    #expect(shell.frames(host).count == 2)
    shell.edge.unblock(board)
    shell.turn()
    let time = 1_790_000_000_000 + shell.now
    let one = #"{"at":\#(time),"by":1,"n":1,"press":"1"}"#
    #expect(
        shell.frames(board).first?.hasPrefix(
            #"{"seq":3,"events":[\#(one),{"by":1,"n":2,"press":"2"}]"#) == true)
}

@Test func `W52 who fell off the ring is welcomed again with a snapshot`() throws {
    var limits = ServiceLimits()
    limits.ringEventsMax = 4
    let shell = try Shell(limits)
    let host = try shell.host()
    let board = try shell.join("w", #","watch":true"#)
    shell.edge.block(board)
    shell.say(#"{"n":1,"press":["1","2","3","4","5"]}"#, host)
    shell.turn()
    shell.forgetSent()
    shell.edge.unblock(board)
    shell.turn()
    let welcome = try #require(try shell.welcome(board))
    #expect(welcome.sequence == 7)
    let room = try #require(shell.edge.room(named: shell.name))
    #expect(welcome.contents == .snapshot(room.snapshot))
}

@Test func `W52 whoever reads all along loses nothing when much comes at once`() throws {
    var limits = ServiceLimits()
    limits.ringEventsMax = 4
    let shell = try Shell(limits)
    let host = try shell.host()
    let board = try shell.join("w", #","watch":true"#)
    shell.forgetSent()
    let events = (1...50).map { number in
        Event(
            sequence: number + 2, time: 5,
            draft: Draft(
                .press(.digit(.seven)), signature: Signature(author: 1, pen: 0, number: number)))
    }
    shell.report(.events(shell.name, Array(events[..<30])))
    shell.report(.events(shell.name, Array(events[30...])))
    shell.turn()
    for session in [host, board] {
        let frames = shell.frames(session)
        let numbers = frames.flatMap { $0.matches(of: /"n":([0-9]+)/).map { Int64($0.1) } }
        #expect(numbers == Array(1...50))
        #expect(!frames.contains { $0.contains("welcome") })
    }
}

@Test func `W22 a time that makes no sense stops nothing`() throws {
    let shell = try Shell()
    let host = try shell.host()
    shell.forgetSent()
    let press = Draft(.press(.digit(.seven)), signature: Signature(author: 1, pen: 0, number: 1))
    shell.report(.events(shell.name, [Event(sequence: 3, time: -5, draft: press)]))
    shell.turn()
    let time = try #require(shell.edge.room(named: shell.name)).time
    #expect(shell.frames(host)[0].hasPrefix(#"{"seq":3,"events":[{"at":\#(time),"by":1"#))
}

@Test func `W53 hashes come by time, by number and after silence`() throws {
    let shell = try Shell()
    let host = try shell.host()
    shell.pass(1_000)
    shell.pass(5_000)
    shell.forgetSent()
    shell.say(#"{"n":1,"press":"1"}"#, host)
    shell.turn()
    #expect(shell.frames(host)[0].contains("hash"))
    shell.pass(100)
    shell.say(#"{"n":2,"press":"2"}"#, host)
    shell.turn()
    #expect(!shell.frames(host)[1].contains("hash"))
    shell.pass(1_000)
    let hash = String(try #require(shell.edge.room(named: shell.name)).hash, radix: 16)
    #expect(shell.frames(host)[2].hasPrefix(#"{"seq":5,"events":[],"hash":""#))
    #expect(shell.frames(host)[2].contains(hash))
    shell.pass(5_000)
    #expect(shell.frames(host).count == 3)
    let keys = Array(repeating: "\"7\"", count: 16).joined(separator: ",")
    shell.say(#"{"n":3,"press":"1"}"#, host)
    shell.turn()
    shell.say(#"{"n":4,"press":[\#(keys)]}"#, host)
    shell.turn()
    shell.say(#"{"n":20,"press":[\#(keys)]}"#, host)
    shell.turn()
    #expect(shell.frames(host)[3...].map { $0.contains("hash") } == [true, false, true])
}

@Test func `W53 a hash that goes alone is put off by one that went meanwhile`() throws {
    let shell = try Shell()
    let host = try shell.host()
    shell.pass(1_000)
    shell.pass(5_000)
    shell.forgetSent()
    for (count, pause) in [(1, 0), (2, 100), (3, 150), (4, 50)] as [(Int, Int64)] {
        shell.pass(pause)
        shell.say(#"{"n":\#(count),"press":"\#(count)"}"#, host)
        shell.turn()
    }
    #expect(shell.frames(host).map { $0.contains("hash") } == [true, false, true, false])
    // Half a second after the second key, whose hash has gone with the third.
    shell.pass(300)
    #expect(shell.frames(host).count == 4)
    shell.pass(500)
    #expect(shell.frames(host).count == 5)
    #expect(shell.frames(host)[4].hasPrefix(#"{"seq":7,"events":[],"hash":""#))
}

@Test func `W53 rooms that fell silent together show their hashes a few at a time`() throws {
    let rooms = try Rooms(20)
    rooms.wakeWhileDue(at: 10_000)
    rooms.press("7", at: 20_000)
    #expect(rooms.takeFrames().filter { $0.contains(#""press":"7""#) }.count == 20)
    rooms.press("8", at: 20_100)
    #expect(rooms.takeFrames().filter { $0.contains("hash") } == [])
    rooms.wake(at: 20_700)
    #expect(rooms.takeFrames().count == 4)
    #expect(rooms.isDue(at: 20_700))
    rooms.wakeWhileDue(at: 20_700)
    let frames = rooms.takeFrames()
    #expect(frames.count == 16 && frames.allSatisfy { $0.contains(#""events":[],"hash""#) })
}

@Test func `W54 a failed check is answered by a snapshot, not too often`() throws {
    let shell = try Shell()
    let host = try shell.host()
    shell.forgetSent()
    let check = #"{"hash":{"seq":2,"is":"0123456789abcdef"}}"#
    shell.say(check, host)
    shell.turn()
    #expect(try shell.welcome(host)?.you == Welcome.You(number: 1, pen: 0, last: 0))
    shell.forgetSent()
    shell.say(check, host)
    shell.turn()
    #expect(try shell.welcome(host) == nil)
    // Found by the simulator with seed 2118: a second check that failed was never answered.
    shell.pass(9_999)
    #expect(try shell.welcome(host) == nil)
    shell.pass(1)
    #expect(try shell.welcome(host) != nil)
    shell.forgetSent()
    shell.pass(60_000)
    #expect(try shell.welcome(host) == nil)
}

@Test func `W55 a view is of the state after the frame`() throws {
    let shell = try Shell()
    let host = try shell.host()
    let lamp = try shell.join("w", #","watch":true,"views":true"#)
    #expect(try shell.welcome(lamp)?.view?.display == Array("0".utf8))
    shell.forgetSent()
    shell.say(#"{"n":1,"press":["1","2"]}"#, host)
    shell.turn()
    #expect(
        shell.frames(lamp)[0].contains(#""view":{"display":"12","expression":"","keypad":"#))
    #expect(!shell.frames(host)[0].contains("view"))
}

@Test func `W57 alive is answered`() throws {
    let shell = try Shell()
    let host = try shell.host()
    shell.say(#"{"alive":7}"#, host)
    #expect(shell.frames(host).last == #"{"alive":7,"seq":2}"#)
    shell.edge.block(host)
    shell.say(#"{"alive":8}"#, host)
    shell.say(#"{"alive":9}"#, host)
    #expect(shell.frames(host).last == #"{"alive":7,"seq":2}"#)
    shell.edge.unblock(host)
    shell.turn()
    #expect(shell.frames(host).last == #"{"alive":9,"seq":2}"#)
}

/// Rooms of one edge, each with one person; the store takes everything at once.
private final class Rooms {
    private var edge: Edge
    private var heads: [[UInt8]: Int64] = [:]
    private var people: [SessionID] = []
    private var frames: [String] = []
    private var dueTime: Int64?
    private var lastCount = 0

    init(_ count: Int) throws {
        var numbers = SplitMix(seed: 7)
        edge = Edge(limits: ServiceLimits(), digest: digest, chance: { numbers.next() })
        for number in 0..<count {
            let name = try #require(RoomName(normal: "room\(number)".utf8))
            let (session, actions) = edge.connect(name, from: UInt64(number), at: 1_000)
            people.append(session)
            take(actions, at: 1_000)
            say(joining("h", #","make":{"keypad":"standard"}"#), session, at: 1_000)
        }
        endTurn(at: 1_000)
        endTurn(at: 1_000)
    }

    func press(_ key: String, at now: Int64) {
        lastCount += 1
        for session in people { say(#"{"n":\#(lastCount),"press":"\#(key)"}"#, session, at: now) }
        endTurn(at: now)
    }

    func wake(at now: Int64) {
        dueTime = nil
        take(edge.wake(at: now), at: now)
        endTurn(at: now)
    }

    func isDue(at now: Int64) -> Bool { dueTime.map { $0 <= now } ?? false }

    func wakeWhileDue(at now: Int64) {
        while isDue(at: now) { wake(at: now) }
    }

    func takeFrames() -> [String] {
        defer { frames = [] }
        return frames
    }

    private func say(_ text: String, _ session: SessionID, at now: Int64) {
        take(edge.receive(Array(text.utf8), from: session, at: now), at: now)
    }

    private func endTurn(at now: Int64) { take(edge.endTurn(at: now), at: now) }

    private func take(_ actions: [EdgeAction], at now: Int64) {
        for action in actions {
            switch action {
            case .send(_, let frame): frames.append(String(decoding: frame, as: UTF8.self))
            case .wake(let time): dueTime = time
            case .close: break
            }
        }
        for request in edge.takeRequests() { answer(request, at: now) }
    }

    private func answer(_ request: LogRequest, at now: Int64) {
        switch request {
        case .open(let name):
            let opened = OpenedRoom(epoch: 7, events: [])
            take(edge.report(.opened(name, opened), at: now), at: now)
        case .append(let name, let drafts, _):
            let head = heads[Array(name.bytes), default: 0]
            heads[Array(name.bytes)] = head + Int64(drafts.count)
            let events = zip(drafts, (head + 1)...).map { draft, sequence in
                Event(sequence: sequence, time: 1_790_000_000_000 + now, draft: draft)
            }
            take(edge.report(.events(name, events), at: now), at: now)
        case .head, .read, .tape, .announce, .close, .forget: break
        }
    }
}
