import Testing

@testable import RoomClient
@testable import SharedRoom

/// A script with a server: what it is answered, as text.
private struct Script {
    static let join =
        #"{"join":{"secret":"mina-secret-0123456789abcdef","pen":"mina-pen-0123456","name":"Mina"}}"#

    var page = PageReplica()
    var server = FakeServer()

    mutating func begin(_ join: String = join, saved: [UInt8] = []) -> String {
        text(page.begin(utf8(join), saved: saved, chance: { 7 }))
    }

    mutating func call(_ call: PageReplica.Call, at now: Int64 = 1) -> String {
        text(page.answer(call, at: now))
    }

    mutating func press(_ key: String) -> String { call(.pressed(utf8(key))) }
    mutating func act(_ action: String) -> String { call(.acted(utf8(action))) }

    /// Begins and is welcome.
    mutating func enter() throws -> String {
        _ = begin()
        _ = call(.connected)
        try server.receive(utf8(Self.join), from: 1)
        return try hear()
    }

    /// Takes the next frame of the server.
    mutating func hear() throws -> String {
        let first = try #require(server.sockets[1]?.outbox.first)
        server.sockets[1]?.outbox.removeFirst()
        return call(.received(first))
    }

    /// Somebody else acts, and the page hears of it.
    mutating func hearOther(_ action: Action, n: Int64 = 1) throws -> String {
        server.append(Draft(action, signature: Signature(author: 2, pen: 0, count: n)))
        return try hear()
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

private func utf8(_ text: String) -> [UInt8] { Array(text.utf8) }

private let nothing = #"{"do":[],"view":{}}"#

@Test func `C62 an answer is one object`() {
    var script = Script()
    for answer in [script.begin(), script.call(.connected), script.call(.woke), script.press("x")] {
        var scanner = JSONScanner(utf8(answer))
        #expect(throws: Never.self) { try scanner.skipValue(depth: 0) }
        #expect(scanner.isAtEnd)
        #expect(answer.hasPrefix(#"{"do":["#) || answer.hasPrefix(#"{"error":"#))
    }
}

@Test func `C63 what to do comes in order, and what was saved goes on`() throws {
    var script = Script()
    #expect(script.begin().hasPrefix(#"{"do":[{"connect":0}],"#))
    #expect(
        script.call(.connected, at: 5)
            == #"""
            {"do":[{"send":"{\"join\":{\"secret\":\"mina-secret-0123456789abcdef\",\"pen\":\#
            \"mina-pen-0123456\",\"name\":\"Mina\"}}"},{"wake":10005}],\#
            "view":{"connection":{"state":"connecting"}}}
            """#)
    let saved = "AQAQbWluYS1wZW4tMDEyMzQ1NgAAAAABAQAH"
    #expect(script.press("7").hasPrefix(#"{"do":[{"save":"\#(saved)"}],"#))
    #expect(
        script.call(.woke, at: 10_005).hasPrefix(#"{"do":[{"close":true},{"connect":"#))

    let bytes = try #require(Base64.decoded(utf8(saved)[...]))
    let second = script.begin(saved: bytes)
    #expect(second.contains(#""display":{"main":"7""#))
    #expect(second.contains(#""pending":1"#))
    script.server.rules += 1
    _ = script.call(.connected)
    try script.server.receive(utf8(Script.join), from: 1)
    #expect(try script.hear().contains(#"{"close":true},{"reload":true}]"#))
}

@Test func `C64 a call that makes no sense is answered and changes nothing`() {
    var script = Script()
    #expect(script.press("7") == #"{"error":"notBegun"}"#)
    for join in ["", "{}", #"{"join":{"secret":"mina-secret-0123456789abcdef"}}"#, "\u{FFFD}"] {
        #expect(script.begin(join) == #"{"error":"join"}"#)
    }
    let padding = String(repeating: " ", count: 4_096)
    #expect(script.begin(Script.join + padding) == #"{"error":"join"}"#)
    #expect(script.call(.connected) == #"{"error":"notBegun"}"#)

    #expect(script.begin(saved: [1, 2, 3]).hasPrefix(#"{"do":[{"connect":0}]"#))
    _ = script.press("7")
    #expect(script.press("sine") == #"{"error":"key"}"#)
    #expect(script.call(.pressed([0xFF])) == #"{"error":"key"}"#)
    for action in ["", "[]", #"{"n":1}"#, #"{"fly":true}"#, #"{"press":"x"}"#, #"{"name":7}"#] {
        #expect(script.act(action) == #"{"error":"action"}"#)
    }
    #expect(script.act(#"{"lock":true}"# + padding) == #"{"error":"action"}"#)
    let notUTF8 = utf8(#"{"name":""#) + [0xC3, 0x28] + utf8(#""}"#)
    #expect(script.call(.acted(notUTF8)) == #"{"error":"action"}"#)
    for now in [-1, .min, RoomLimits.numberMax + 1, .max] {
        #expect(script.call(.undone, at: now) == #"{"error":"time"}"#)
    }
    #expect(script.call(.received([0xFF]), at: RoomLimits.numberMax) == nothing)
    #expect(script.call(.woke, at: RoomLimits.numberMax).hasPrefix(#"{"do":["#))
}

@Test func `C65 a view has what changed`() throws {
    var script = Script()
    let first = script.begin()
    let parts = [
        "display", "tape", "people", "bill", "connection", "question", "keys", "notices", "pending",
    ]
    for part in parts { #expect(first.contains("\"\(part)\":")) }
    #expect(script.press("7").contains(#""view":{"display":{"main":"7","#))
    #expect(!script.press("+").contains("tape"))
    _ = script.press("5")
    #expect(script.press("=").contains(#""tape":[{"#))
    #expect(!script.press("C").contains("tape"))
    #expect(script.act(#"{"clearTape":true}"#).contains(#""view":{"tape":[],"pending":6,"#))
}

@Test func `C65 what came as it was predicted is not sent again`() throws {
    var script = Script()
    _ = try script.enter()
    #expect(script.press("7").contains(#""display":{"main":"7""#))
    try script.server.receive(utf8(#"{"n":1,"press":"7"}"#), from: 1)
    #expect(try script.hear().hasSuffix(#""view":{"pending":0,"unconfirmed":0}}"#))
}

@Test func `C66 the display`() throws {
    var script = Script()
    _ = script.begin()
    _ = script.press("7")
    _ = script.press("+")
    _ = script.press("5")
    #expect(
        script.press("=").contains(
            #"""
            "display":{"main":"12","live":false,"expression":"7 + 5","keypad":"formula",\#
            "rules":"formula","example":"2 + 3 × 4 = 14","percent":"200 + 10% = 220",\#
            "radians":false,"memory":null,"again":"+ 5","canUndo":true,"canRedo":false}
            """#))
    #expect(script.press("MS").contains(#""memory":"number""#))
    #expect(script.press("rad").contains(#""radians":true"#))
    #expect(script.press(")").contains(#""notice":"#))
    let undone = script.call(.undone)
    #expect(undone.contains(#""canRedo":true"#))
}

@Test func `C67 the tape and what is pending`() throws {
    var script = Script()
    _ = try script.enter()
    for key in ["1", "/", "0"] { _ = script.press(key) }
    let line = #"{"seq":6,"by":1,"at":1790000000002,"expression":"1 ÷ 0","error":"divisionByZero""#
    #expect(script.press("=").contains(#""tape":[\#(line),"pending":true}],"pending":4"#))
    #expect(script.call(.undone).contains(#","undone":true,"pending":true}"#))
    let keys = utf8(#"{"n":1,"press":["1","/","0","="]}"#)
    try script.server.receive(keys, from: 1)
    for _ in 0..<3 { #expect(!(try script.hear()).contains("tape")) }
    let confirmed = try script.hear()
    #expect(confirmed.contains(#""expression":"1 ÷ 0","error":"divisionByZero""#))
    #expect(!confirmed.contains(#""pending":true"#))
    #expect(confirmed.contains(#""pending":1,"#))
}

@Test func `C67 what nobody has confirmed of the main line`() throws {
    var script = Script()
    _ = try script.enter()
    #expect(script.press("4").contains(#""pending":1,"unconfirmed":1}"#))
    #expect(script.press("2").contains(#""pending":2,"unconfirmed":2}"#))
    try script.server.receive(utf8(#"{"n":1,"press":"4"}"#), from: 1)
    #expect(try script.hear().contains(#""pending":1,"unconfirmed":1}"#))
    #expect(script.press("+").contains(#""pending":2,"unconfirmed":1}"#))
    try script.server.receive(utf8(#"{"n":2,"press":["2","+"]}"#), from: 1)
    #expect(try script.hear().contains(#""pending":1,"unconfirmed":1}"#))
    #expect(try script.hear().contains(#""pending":0,"unconfirmed":0}"#))
}

@Test func `C68 the people`() throws {
    var script = Script()
    #expect(
        try script.enter().contains(
            #"""
            "people":{"you":1,"mayPress":true,"locked":false,"door":true,"closed":false,"count":1,\#
            "all":[{"who":1,"name":"Mina","here":true,"host":true}]}
            """#))
    let print = Fingerprint(high: 3, low: 4)
    script.server.append(Draft(.enter(Entrance(identity: print, pen: 1, name: .none))))
    #expect(try script.hear().contains(#"{"who":2,"name":""}"#))
    #expect(try script.hearOther(.hand(isUp: true)).contains(#"{"who":2,"name":"","hand":4}"#))
    #expect(script.act(#"{"grant":2}"#).contains(#"{"who":2,"name":"","keypad":true}"#))
    #expect(script.act(#"{"lock":true}"#).contains(#""locked":true"#))
    #expect(
        script.call(.received(utf8(#"{"here":{"came":[{"who":2,"name":""}]}}"#)))
            .contains(#"{"who":2,"name":"","here":true,"keypad":true}"#))
}

@Test func `C105 names that are held back, on a page and on a board`() throws {
    var script = Script()
    _ = try script.enter()
    #expect(script.act(#"{"names":true}"#).contains(#""door":true,"holdsNames":true,"closed""#))
    let name = try #require(PersonName(utf8("Ben")))
    let print = Fingerprint(high: 3, low: 4)
    try script.server.receive(utf8(#"{"n":1,"names":true}"#), from: 1)
    script.server.append(Draft(.enter(Entrance(identity: print, pen: 1, name: name))))
    _ = try script.hear()
    #expect(try script.hear().contains(#"{"who":2,"name":"Ben","held":4}"#))
    #expect(script.act(#"{"show":4}"#).contains(#"{"who":2,"name":"Ben"}"#))
    #expect(!script.act(#"{"show":99}"#).contains("people"))
}

@Test func `C69 the bill`() throws {
    var script = Script()
    _ = try script.enter()
    _ = script.act(#"{"bill":{"add":1}}"#)
    _ = script.act(#"{"bill":{"guest":"Bo"}}"#)
    _ = script.act(#"{"bill":{"item":"2.00"}}"#)
    #expect(
        script.act(#"{"bill":{"amount":"12.51"}}"#).contains(
            #"""
            "bill":{"decimals":2,"split":"amount","amount":"12.51","tax":"0.00","tip":0,\#
            "tipOn":"total","items":[{"item":5,"price":"2.00","owners":[]}],"people":[\#
            {"who":1,"weight":1,"paid":"0.00","share":"6.26"},\#
            {"who":2,"guest":"Bo","weight":1,"paid":"0.00","share":"6.25"}],\#
            "total":"12.51","unassigned":"0.00"}
            """#))
}

@Test func `C70 the connection`() throws {
    var script = Script()
    #expect(script.begin().contains(#""connection":{"state":"away","until":0}"#))
    #expect(script.call(.connected).contains(#""connection":{"state":"connecting"}"#))
    #expect(try script.enter().contains(#""connection":{"state":"joined","current":true}"#))
    _ = script.call(.woke, at: 30_000)
    #expect(script.call(.woke, at: 31_000).contains(#""joined","current":false"#))
    #expect(
        script.call(.disconnected(code: 4_008))
            == #"{"do":[],"view":{"connection":{"state":"ended","why":"removed"}}}"#)
}

@Test func `C70 why a connection ended is told until there is another`() throws {
    var script = Script()
    _ = try script.enter()
    #expect(script.call(.disconnected(code: 4_007)).contains(#","why":"full"}"#))
    _ = script.call(.connected, at: 60_000)
    #expect(script.call(.disconnected(code: 1_006), at: 60_001).contains(#""state":"away""#))
    #expect(!script.call(.disconnected(code: 1_006), at: 60_002).contains(#""why""#))
    _ = script.call(.connected, at: 120_000)
    _ = script.call(.received(utf8(#"{"bye":{"why":"restart","retry":5}}"#)), at: 120_001)
    #expect(script.call(.disconnected(code: 1_012), at: 120_002).contains(#","why":"restart"}"#))
}

@Test func `C70 C76 a room that is gone`() throws {
    var script = Script()
    _ = try script.enter()
    #expect(
        script.call(.disconnected(code: 4_004), at: 1_000)
            .contains(#""state":"away","until":31003,"why":"noSuchRoom","gone":true}"#))
    #expect(
        script.call(.connected, at: 31_003)
            .contains(#""connection":{"state":"connecting","gone":true}"#))
    try script.server.receive(utf8(Script.join), from: 1)
    #expect(try script.hear().contains(#""connection":{"state":"joined","current":true}"#))
}

@Test func `C65 C71 the question`() throws {
    var script = Script()
    _ = try script.enter()
    _ = script.press("7")
    _ = script.act(#"{"keypad":"tip"}"#)
    _ = script.call(.undone)
    _ = script.act(#"{"bill":{"add":1}}"#)
    _ = script.call(.disconnected(code: 1_006))
    _ = script.call(.connected)
    let welcome = Welcome(
        rules: Room.rules, you: Welcome.You(number: 1, pen: 0, last: nil), epoch: 10,
        sequence: script.server.room.sequence, hash: script.server.room.hash,
        contents: .snapshot(script.server.room.form))
    let asked = script.call(.received(ServerMessage.welcome(welcome).encoded))
    #expect(asked.contains(#""question":["7","tip","undo",null]"#))
    let discarded = script.call(.answered(sendThem: false))
    #expect(discarded.contains(#""question":[]"#))
    #expect(discarded.contains(#""pending":0"#))
}

@Test func `C72 keys of others, and notices`() throws {
    var script = Script()
    _ = try script.enter()
    let print = Fingerprint(high: 3, low: 4)
    script.server.append(Draft(.enter(Entrance(identity: print, pen: 1, name: .none))))
    _ = try script.hear()
    #expect(
        try script.hearOther(.press(key("7"))).contains(#""keys":[{"by":2,"key":"7","seq":4}]"#))
    #expect(try script.hearOther(.press(key("8")), n: 2).contains(#""seq":5}]"#))
    #expect(
        script.call(.received(utf8(#"{"refused":{"n":1,"why":"rate","retry":9}}"#)))
            .contains(#""notices":[{"refused":"rate"}]"#))
    _ = script.act(#"{"recall":2}"#)
    try script.server.receive(utf8(#"{"n":1,"recall":2}"#), from: 1)
    #expect(try script.hear().contains(#""notices":[{"void":"line","of":null}]"#))
}
