import CalculatorEngine
import Foundation
import RoomStore
import SharedRoom
import Testing

@testable import WebServer

@Test func `while the door is shut, documents can be read only with the current token`() throws {
    let story = try RoomStory()
    let open = try story.read()
    #expect(open.mayBeRead(with: nil))
    let old = try #require(try readToken(of: story.opened))
    story.act(.door(isOpen: false))
    let shut = try story.read()
    let shutLog = try story.opened
    // Opening the door does not change the token, and lets the test join.
    story.act(.door(isOpen: true))
    let token = try #require(try readToken(of: story.opened))
    #expect(shut.mayBeRead(with: token))
    // The token depends on the epoch, and on a secret that participants do not know.
    for part in [\OpenedRoom.epoch, \OpenedRoom.secret] {
        var log = shutLog
        log[keyPath: part] += 1
        let changed = try #require(StoredRoomState(story.name, log))
        #expect(!changed.mayBeRead(with: token))
    }
    let wrong = Fingerprint(high: token.high, low: token.low ^ 1)
    for other in [nil, wrong, old, shut.room.salt] {
        #expect(!shut.mayBeRead(with: other))
    }
}

@Test func `the state document has the form that is shown instead of a decimal`() throws {
    let story = try RoomStory()
    try story.press("3 / 4 = form")
    let state = RoomDocuments.state(of: try story.room).text
    #expect(state.contains(#""display":"0.75","expression":"3 ÷ 4","keypad":"standard","#))
    #expect(state.contains(#","form":{"kind":"fraction","text":"3/4"},"locked""#))
}

@Test func `the state document is one object with all its members`() throws {
    let story = try RoomStory(people: ["Ada", "Ben"])
    try story.press("7 + 5")
    #expect(
        RoomDocuments.state(of: try story.room).text
            == #"{"seq":6,"at":1790000000999,"display":"5","expression":"7 +","keypad":"standard","#
            + #""locked":false,"door":true,"closed":false,"people":2}"# + "\n")
    story.act(.lock(true))
    try story.press("1 / 0 =")
    story.act(.door(isOpen: false))
    story.act(.close)
    let state = RoomDocuments.state(of: try story.room)
    let members = try #require(
        try JSONSerialization.jsonObject(with: Data(state)) as? [String: NSObject])
    #expect(members["display"] == "error:divisionByZero" as NSString)
    #expect(members["locked"] == true as NSNumber && members["door"] == false as NSNumber)
    #expect(members["closed"] == true as NSNumber && members.count == 9)
}

@Test(arguments: RoomStory.Kind.allCases)
func `the log document has every event, and the reasons of void events`(
    kind: RoomStory.Kind
) throws {
    let story = try RoomStory(kind, people: ["Ada", "Ben"])
    story.act(.lock(true))
    try story.press("7", by: 2)
    try story.press("8")
    let lines = try story.log()
    #expect(try lines.map { try Event.decode(line: Array($0.utf8)) } == story.opened.events)
    #expect(
        lines[4]
            == #"{"seq":5,"at":1790000000999,"by":2,"n":1,"press":"7","void":"locked"}"#)
    #expect(lines.filter { $0.contains("void") }.count == 1)
    #expect(try story.log("from=5&count=1") == [lines[4]])
    for query in ["from=7", "count=0", "from=9007199254740991&count=10000"] {
        #expect(try story.log(query) == [])
    }
}

@Test(arguments: RoomStory.Kind.allCases)
func `a log document has at most the requested number of events`(kind: RoomStory.Kind) throws {
    let story = try RoomStory(kind)
    try story.press("7", times: 12_000)
    func numbers(_ query: String) throws -> (Int, Int64?) {
        let lines = try story.log(query)
        let first = try lines.first.map { try Event.decode(line: Array($0.utf8)).sequence }
        return (lines.count, first)
    }
    #expect(try numbers("") == (1_000, 1))
    #expect(try numbers("count=99999") == (10_000, 1))
    #expect(try numbers("from=2001") == (1_000, 2_001))
    #expect(try numbers("from=12000&count=10000") == (3, 12_000))
}

@Test(arguments: RoomStory.Kind.allCases)
func `the reasons of void events are found from every position`(kind: RoomStory.Kind) throws {
    let story = try RoomStory(kind, eventsKeptMax: 400, people: ["Ada", "Ben"])
    story.act(.lock(true))
    // No event after the lock shows that the keypad is locked, so the server must know the room's state.
    for _ in 0..<40 { try story.press("7", by: 1) }
    for _ in 0..<120 { try story.press("8", by: 2) }
    let whole = try story.log("count=10000")
    #expect(whole.count == 164 && whole.filter { $0.contains(#""void":"locked""#) }.count == 120)
    for from in [2, 43, 44, 45, 100, 101, 102, 150, 164] {
        #expect(try story.log("from=\(from)&count=5") == Array(whole[(from - 1)...].prefix(5)))
    }
}

@Test(arguments: RoomStory.Kind.allCases)
func `after compaction, a log document begins with a snapshot`(kind: RoomStory.Kind) throws {
    let story = try RoomStory(kind, eventsKeptMax: 40)
    for _ in 0..<9 { try story.press("1 2 3 + 4 = 5 6 7") }
    let stored = try story.read()
    let start = try story.store.makeReader().state(before: 1, of: stored.log)
    let form = try #require(start.snapshot)
    let lines = try story.log()
    let first = start.sequence + 1
    #expect(lines.count < 61)
    #expect(
        lines[0]
            == #"{"snapshot":"\#(Data(form).base64EncodedString())","seq":\#(first - 1),"#
            + #""epoch":"\#(hexadecimal(stored.epoch))","rules":\#(Room.rules),"#
            + #""hash":"\#(hexadecimal(try Room(decoding: form).hash))"}"#)
    // Applying the lines results in the room.
    var room = try Room(decoding: form)
    for line in lines.dropFirst() {
        #expect(room.apply(try Event.decode(line: Array(line.utf8))).verdict == .applied)
    }
    #expect(room == stored.room)
    #expect(try story.log("from=\(first)") == Array(lines.dropFirst()))
    #expect(try story.log("from=2&count=0") == [lines[0]])
    #expect(try story.log("from=83") == [lines[lines.count - 1]])
}

@Test(arguments: RoomStory.Kind.allCases)
func `a log document with a snapshot can be replayed from every position`(
    kind: RoomStory.Kind
) throws {
    let story = try RoomStory(kind, eventsKeptMax: 40)
    for _ in 0..<9 { try story.press("1 2 3 + 4 = 5 6 7") }
    let stored = try story.read()
    let last = stored.room.sequence
    let first = try story.store.makeReader().state(before: 1, of: stored.log).sequence + 1
    for from in [1, 2, first - 1, first, first + 1, last - 3, last] {
        let lines = try story.log("from=\(from)&with=snapshot&count=\(last)")
        // The snapshot line has the members of a welcome.
        let frame = Array(#"{"welcome":\#(lines[0])}"#.utf8)
        guard case .welcome(let welcome) = try ServerMessage.decode(frame),
            case .snapshot(let form) = welcome.contents
        else { throw TestFailure.noConnection }
        #expect(welcome.sequence == max(from, first) - 1 && welcome.epoch == stored.epoch)
        var room = try Room(decoding: form)
        #expect(room.hash == welcome.hash)
        for line in lines.dropFirst() {
            _ = room.apply(try Event.decode(line: Array(line.utf8)))
        }
        #expect(room == stored.room)
    }
    #expect(try story.log("from=\(last + 2)&with=snapshot") == [])
}

@Test func `there is no snapshot before event 1`() throws {
    let story = try RoomStory()
    #expect(try story.log("with=snapshot") == story.log())
}

private func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
}

@Test(
    arguments: [
        ("", 1, 1_000), ("from=0", 1, 1_000), ("from=7&count=3", 7, 3), ("count=10001", 1, 10_000),
        ("x=y&from=2&&from=3&z", 3, 1_000), ("count=0", 1, 0),
    ] as [(String, Int64, Int)])
func `a query selects the first event and the number of events`(
    text: String, from: Int64, count: Int
) throws {
    let query = try #require(DocumentQuery(text))
    #expect((query.from, query.count) == (from, count))
    #expect(query.read == nil)
}

@Test(arguments: [
    "from=", "from=-1", "from=+1", "from=x", "from=1.5", "from=99999999999999999999", "count=٣",
    "count=9007199254740992", "read=", "read=0011", "before=", "before=-1", "with=",
    "with=snapshots", "read=00112233445566778899AABBCCDDEEFF",
])
func `an invalid query is rejected`(text: String) {
    #expect(DocumentQuery(text) == nil)
}

@Test func `a query can have a read token`() {
    let query = DocumentQuery("read=00112233445566778899aabbccddeeff&count=5")
    #expect(
        query?.read == Fingerprint(high: 0x0011_2233_4455_6677, low: 0x8899_AABB_CCDD_EEFF))
}

@Test func `digests are SHA-256`() {
    let digest = Digest.sha256(Array("abc".utf8))
    #expect(digest.prefix(4) == [0xBA, 0x78, 0x16, 0xBF] && digest.suffix(2) == [0x15, 0xAD])
}
