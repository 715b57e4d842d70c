import RunningPrograms
import SeededNumbers
import SharedRoom
import Testing

@testable import RoomServer

@Test(arguments: 1...UInt64(Effort.count(2, full: 8)))
func `random frames and faults never stop the edge`(number: UInt64) throws {
    var numbers = SplitMix(seed: number)
    func random(_ limit: Int) -> Int { numbers.next(below: limit) }
    func text() -> String {
        let count = random(12)
        return switch random(16) {
        case 0, 1: joining(["h", "b", "c"][random(3)], #","make":{"keypad":"tip"}"#)
        case 2: joining("w", #","watch":true,"views":true"#)
        case 3: #"{"alive":\#(count)}"#
        case 4: #"{"hash":{"seq":\#(count),"is":"0123456789abcdef"}}"#
        case 5: #"{"n":\#(count),"remove":\#(random(4))}"#
        case 6: #"{"n":\#(count),"startOver":true}"#
        case 7: #"{"n":\#(count),"delete":true}"#
        case 8: #"{"n":9007199254740991,"press":"1"}"#
        case 9: #"{"n":\#(count),"door":\#(random(2) == 0)}"#
        case 10: String("{\"n\":1,\"press\":[]]}}".prefix(count))
        case 11: joining("h", #","since":{"epoch":"0000000000009f2c","seq":\#(count)}"#)
        default: #"{"n":\#(count),"press":["1","+","2","="]}"#
        }
    }
    let shell = try TestShell()
    var sessions = (0..<4).map { _ in shell.connect() }
    var followers = sessions.map(Follower.init)
    var agreements = 0
    for step in 0..<20_000 {
        let place = random(sessions.count)
        switch random(20) {
        case 0: shell.leave(sessions[place])
        case 1: shell.edge.block(sessions[place])
        case 2: shell.edge.unblock(sessions[place])
        case 3: shell.wait(Int64(random(3_000)))
        case 4: shell.isWritable.toggle()
        case 5: shell.isStorePaused.toggle()
        case 6: shell.loseEvent()
        case 7, 8: shell.tick()
        default: shell.say(text(), sessions[place])
        }
        if shell.closing(sessions[place]) != nil || random(50) == 0 {
            sessions[place] = shell.connect()
            followers.append(Follower(sessions[place]))
        }
        for (session, frame) in shell.sent {
            guard let index = followers.lastIndex(where: { $0.session == session }) else {
                continue
            }
            try followers[index].receive(frame)
        }
        shell.clearSent()
        if step.isMultiple(of: 500), let room = shell.recoveredRoom() {
            var replica = Room()
            for event in shell.log { _ = replica.apply(event) }
            #expect(room == replica)
            agreements += 1
        }
    }
    #expect(agreements > 10)
    #expect(followers.reduce(0) { $0 + $1.checks } > 100)
    (shell.isStorePaused, shell.isWritable) = (false, true)
    for session in sessions { shell.leave(session) }
    shell.stop()
    shell.tick()
    shell.wait(200_000)
    #expect(shell.edge.sessionCount == 0 && shell.edge.roomCount == 0)
}

extension TestShell {
    /// Commits an event without reporting it. The first event of a room must be a `make`.
    @discardableResult
    fileprivate func loseEvent() -> Event? {
        guard !log.isEmpty else { return nil }
        let signature = Signature(author: 99, pen: 0, number: 1)
        return commit([Draft(.press(.digit(.one)), signature: signature)])[0]
    }

    /// The room after the store works again and the edge has noticed the missing events.
    fileprivate func recoveredRoom() -> Room? {
        (isStorePaused, isWritable) = (false, true)
        tick()
        if let last = loseEvent() { report(.events(name, [last])) }
        tick()
        return edge.room(named: name)
    }
}

/// A client that only receives, and checks every hash against its copy of the room.
struct Follower {
    let session: SessionID
    private var replica: Room?

    init(_ session: SessionID) { self.session = session }

    /// The number of checked hashes.
    private(set) var checks = 0

    mutating func receive(_ frame: [UInt8]) throws {
        switch try ServerMessage.decode(frame) {
        case .welcome(let welcome): try reset(welcome)
        case .events(let frame):
            guard let sequence = replica?.sequence else { return }
            #expect(frame.first == sequence + 1)
            apply(frame.events)
            check(frame.hash)
        case .here, .refused, .alive, .bye, nil: break
        }
    }

    private mutating func reset(_ welcome: Welcome) throws {
        switch welcome.contents {
        case .snapshot(let form): replica = try Room(decoding: form)
        // The client joined with a sequence number but has no copy of the room.
        case .events: replica = nil
        }
        if replica != nil { check(welcome.hash) }
    }

    private mutating func apply(_ events: [Event]) {
        for event in events { _ = replica?.apply(event) }
    }

    private mutating func check(_ hash: UInt64?) {
        guard let hash, let replica else { return }
        #expect(replica.hash == hash)
        checks += 1
    }
}
