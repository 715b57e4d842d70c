import SharedRoom
import Testing

@testable import RoomServer

@Test(arguments: [
    #"{"n":1,"press":"7"}"#, #"{"alive":1}"#, #"{"hash":{"seq":0,"is":"0123456789abcdef"}}"#,
])
func `the first message must be a join`(frame: String) throws {
    let shell = try TestShell()
    let ada = shell.connect()
    shell.say(#"{"wave":1}"#, ada)
    #expect(shell.closing(ada) == nil)
    shell.say(frame, ada)
    #expect(shell.closing(ada) == .notJoined)
}

@Test func `a second join or an action before the welcome closes the connection`() throws {
    let (shell, ada) = try TestShell.hosted()
    shell.say(joining("h"), ada)
    #expect(shell.closing(ada) == .notJoined)
    let ben = shell.connect()
    shell.say(joining("b"), ben)
    shell.say(#"{"alive":1}"#, ben)
    #expect(shell.closing(ben) == nil)
    shell.say(#"{"n":1,"press":"7"}"#, ben)
    #expect(shell.closing(ben) == .notJoined)
}

@Test func `a connection that does not join in time is closed`() throws {
    let shell = try TestShell()
    let ada = shell.connect()
    #expect(shell.wakes == [11_000])
    shell.wait(9_999)
    #expect(shell.closing(ada) == nil)
    shell.wait(1)
    #expect(shell.closing(ada) == .joinTime)
    #expect(shell.edge.sessionCount == 0)
}

@Test func `a join waits until the edge has all events that the store has`() throws {
    let (shell, _) = try TestShell.hosted()
    let late = shell.commit([
        Draft(.press(.digit(.seven)), signature: Signature(author: 1, pen: 0, number: 1))
    ])
    let again = shell.connect()
    shell.act(joining("h"), again)
    #expect(try shell.welcome(again) == nil)
    shell.report(.events(shell.name, late))
    shell.tick()
    #expect(try shell.welcome(again)?.sequence == 3)
}

@Test func `joins of one tick share a request for the latest sequence number`() throws {
    let (shell, _) = try TestShell.hosted()
    shell.isStorePaused = true
    for letter in "abc" { shell.say(joining(letter), shell.connect()) }
    shell.tick()
    #expect(shell.latestSequenceRequests == 1)
    _ = try shell.join("d")
    #expect(shell.latestSequenceRequests == 2)
}

@Test func `a join during the opening of a room requests the latest sequence number`() throws {
    let shell = try TestShell()
    shell.leave(try shell.host())
    shell.wait(0)
    shell.wait(60_000)
    shell.isStorePaused = true
    _ = try shell.join("h")
    let late = try shell.join("h")
    #expect(shell.latestSequenceRequests == 0)
    shell.isStorePaused = false
    shell.tick()
    #expect(shell.latestSequenceRequests == 1)
    #expect(try shell.welcome(late) != nil)
}

@Test func `a locked-out stranger cannot tell a full room from one that nobody made`() throws {
    let (shell, _) = try TestShell.hosted { $0[.sessionsPerRoomMax] = 1 }
    shell.lockout = 5_000
    for name in ["7b", "nobody"] {
        let stranger = shell.connect(to: name)
        shell.say(joining("b"), stranger)
        shell.tick()
        #expect(
            shell.frames(stranger)
                == [#"{"bye":{"why":"limit","limit":"wrongCodesPerMinute","retry":5000}}"#])
        #expect(shell.closing(stranger) == .limit)
    }
}

@Test(arguments: [
    ("h", ""), ("h", #","watch":true"#), ("b", #","make":{"keypad":"tip"}"#),
    ("b", #","watch":true,"read":"TOKEN""#),
])
func `a locked-out client that is no stranger joins`(letter: Character, more: String) throws {
    let (shell, host) = try TestShell.hosted()
    let read = try #require(try shell.welcome(host)?.read)
    shell.lockout = 5_000
    let token = String(decoding: read.hexadecimal, as: UTF8.self)
    let client = try shell.join(letter, more.replacing("TOKEN", with: token))
    #expect(try shell.welcome(client) != nil)
}

@Test func `a join with make makes the room`() throws {
    let shell = try TestShell()
    let stranger = try shell.join("s")
    #expect(shell.closing(stranger) == .noSuchRoom)
    #expect(shell.edge.roomCount == 0)
    let ada = try shell.host(lock: true)
    let welcome = try #require(try shell.welcome(ada))
    #expect(welcome.you == Welcome.You(number: 1, pen: 0, last: nil))
    #expect(shell.appends.count == 1 && shell.appends[0].count == 2)
    let room = try #require(shell.edge.room(named: shell.name))
    #expect(room.isLocked && room.people[1]?.isHost == true && room.hash == welcome.hash)
}

@Test func `if two clients make a room at once, the second enters it`() throws {
    let shell = try TestShell()
    let other = try TestShell()
    let ada = other.connect()
    other.isStorePaused = true
    other.say(joining("a", #","make":{"keypad":"tip"}"#), ada)
    other.reportOpened(OpenedRoom(epoch: other.epoch))
    other.tick()
    let drafts = try #require(other.appends.first)
    shell.isStorePaused = true
    let ben = shell.connect()
    shell.say(joining("b", #","make":{"keypad":"standard"}"#), ben)
    shell.reportOpened(OpenedRoom(epoch: shell.epoch))
    shell.tick()
    let own = try #require(shell.appends.first)
    shell.report(.events(shell.name, shell.commit(drafts)))
    shell.report(.events(shell.name, shell.commit(own)))
    shell.isStorePaused = false
    shell.tick()
    let room = try #require(shell.edge.room(named: shell.name))
    #expect(room.people.all.count == 2 && room.calculator.keypad == .tip)
    #expect(try shell.welcome(ben)?.you?.number == 2)
    let again = try shell.join("b")
    #expect(try shell.welcome(again)?.you?.number == 2)
}

@Test func `a join waits while the room is being made`() throws {
    let shell = try TestShell()
    let (ada, ben) = (shell.connect(), shell.connect())
    shell.say(joining("a", #","make":{"keypad":"tip"}"#), ada)
    shell.say(joining("b"), ben)
    let cleo = shell.connect()
    shell.act(joining("c", #","make":{"keypad":"standard"}"#), cleo)
    #expect(try [ada, ben, cleo].map { try shell.welcome($0)?.you?.number } == [1, 2, 3])
    #expect(shell.log.count == 4)
}

@Test func `only new participants and new pens enter by an event`() throws {
    let (shell, _) = try TestShell.hosted()
    let ben = try shell.join("b", #","name":"Ben""#)
    #expect(try shell.welcome(ben)?.you?.number == 2)
    #expect(shell.log.count == 3)
    let again = try shell.join("b")
    #expect(try shell.welcome(again)?.you == Welcome.You(number: 2, pen: 0, last: 0))
    #expect(shell.log.count == 3)
    let tab = try shell.join("b", #","pen":"k3J-x_9aQ2w""#)
    #expect(try shell.welcome(tab)?.you == Welcome.You(number: 2, pen: 1, last: nil))
}

@Test func `a shut door rejects newcomers without an event`() throws {
    let (shell, host) = try TestShell.hosted()
    shell.act(#"{"n":1,"door":false}"#, host)
    let ben = try shell.join("b")
    #expect(shell.closing(ben) == .door)
    #expect(shell.log.count == 3)
    #expect(shell.closing(try shell.join("h")) == nil)
}

@Test func `a spectator joins without an event and cannot act`() throws {
    let (shell, host) = try TestShell.hosted()
    let board = try shell.join("w", #","watch":true"#)
    let welcome = try #require(try shell.welcome(board))
    #expect(welcome.you == nil && shell.log.count == 2)
    shell.say(#"{"alive":1}"#, board)
    #expect(shell.closing(board) == nil)
    shell.say(#"{"n":1,"press":"7"}"#, board)
    #expect(shell.closing(board) == .notJoined)
    shell.act(#"{"n":1,"close":true}"#, host)
    let late = try shell.join("l")
    #expect(try shell.welcome(late) != nil && shell.closing(late) == nil)
    #expect(try shell.welcome(late)?.you == nil)
}

@Test func `a welcome contains the missed events if epoch and hash match`() throws {
    let (shell, host) = try TestShell.hosted()
    let welcome = try #require(try shell.welcome(host))
    shell.act(#"{"n":1,"press":["1","2"]}"#, host)
    func answer(_ epoch: String, _ sequence: Int64, _ hash: String?) throws -> Welcome.Contents? {
        let hash = hash.map { #","hash":"\#($0)""# } ?? ""
        let since = #","since":{"epoch":"\#(epoch)","seq":\#(sequence)\#(hash)}"#
        return try shell.welcome(try shell.join("h", since))?.contents
    }
    func isSnapshot(_ contents: Welcome.Contents?) -> Bool {
        if case .snapshot? = contents { true } else { false }
    }
    let epoch = "0000000000009f2c"
    let hash = String(welcome.hash, radix: 16).leftPadded
    #expect(try answer(epoch, 2, hash) == .events(Array(shell.log[2...])))
    #expect(try answer(epoch, 2, nil) == .events(Array(shell.log[2...])))
    #expect(try answer(epoch, 4, nil) == .events([]))
    #expect(isSnapshot(try answer(epoch, 2, "0000000000000001")))
    #expect(isSnapshot(try answer("0000000000009f2d", 2, hash)))
    #expect(isSnapshot(try answer(epoch, 5, nil)))
}

@Test func `more pens of a participant than a room knows can enter at once`() throws {
    let (shell, _) = try TestShell.hosted()
    let tabs = (10..<30).map { number in
        let tab = shell.connect()
        shell.say(joining("h", #","pen":"k3J-x_9aQ\#(number)""#), tab)
        return tab
    }
    shell.tick()
    for tab in tabs {
        #expect(shell.closing(tab) == nil)
        #expect(try shell.welcome(tab)?.you?.number == 1)
    }
}

@Test func `a client can resume in a room that was opened from a snapshot`() throws {
    let old = try TestShell()
    _ = try old.host()
    let form = try #require(old.edge.room(named: old.name)).snapshot
    let press = Draft(.press(.digit(.seven)), signature: Signature(author: 1, pen: 0, number: 1))
    let events = old.commit([press])
    let shell = try TestShell()
    shell.isStorePaused = true
    let ada = shell.connect()
    shell.say(joining("h", #","since":{"epoch":"0000000000009f2c","seq":2}"#), ada)
    shell.reportOpened(OpenedRoom(epoch: shell.epoch, snapshot: form, events: [events[0]]))
    shell.tick()
    #expect(try shell.welcome(ada)?.contents == .events([events[0]]))
    #expect(try shell.welcome(ada)?.you == Welcome.You(number: 1, pen: 0, last: 1))
}

extension TestShell {
    /// The number of requests for the latest sequence number.
    fileprivate var latestSequenceRequests: Int {
        requests.filter { request in
            if case .head = request { true } else { false }
        }.count
    }
}

extension String {
    fileprivate var leftPadded: String { String(repeating: "0", count: 16 - count) + self }
}
