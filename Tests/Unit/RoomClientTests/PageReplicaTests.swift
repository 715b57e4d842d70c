import CalculatorEngine
import Testing

@testable import RoomClient
@testable import SharedRoom

private let nothing = #"{"do":[],"view":{}}"#

@Test func `an answer is one JSON object`() {
    var script = Script()
    for answer in [script.begin(), script.call(.connected), script.call(.woke), script.press("x")] {
        var scanner = JSONScanner(utf8(answer))
        #expect(throws: Never.self) { try scanner.skipValue(depth: 0) }
        #expect(scanner.isAtEnd)
        #expect(answer.hasPrefix(#"{"do":["#) || answer.hasPrefix(#"{"error":"#))
    }
}

@Test func `instructions are in order, and a saved state continues`() throws {
    var script = Script()
    #expect(script.begin().hasPrefix(#"{"do":[{"connect":0}],"#))
    #expect(
        script.call(.connected, at: 5)
            == #"""
            {"do":[{"send":"{\"join\":{\"secret\":\"mina-secret-0123456789abcdef\",\"pen\":\#
            \"mina-pen-0123456\",\"name\":\"Mina\"}}"},{"wake":10005}],\#
            "view":{"connection":{"state":"connecting"}}}
            """#)
    let saved = "AwAQbWluYS1wZW4tMDEyMzQ1NgAAAAAAAAEAAAAHAA=="
    #expect(script.press("7").hasPrefix(#"{"do":[{"save":"\#(saved)"}],"#))
    #expect(script.call(.woke, at: 10_005).hasPrefix(#"{"do":[{"close":true},{"connect":"#))

    let bytes = try #require(Base64.decoded(utf8(saved)[...]))
    let second = script.begin(saved: bytes)
    #expect(second.contains(#""display":{"main":"7""#))
    #expect(second.contains(#""pending":1"#))
    script.server.rules += 1
    _ = script.call(.connected)
    #expect(try script.deliver(Script.join).contains(#"{"close":true},{"reload":true}]"#))
}

@Test func `an invalid call returns an error and changes nothing`() {
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

@Test func `a view contains the changed parts`() throws {
    var script = Script()
    let first = script.begin()
    let parts = [
        "display", "tape", "people", "bill", "connection", "offer", "keys", "notices", "pending",
    ]
    for part in parts { #expect(first.contains("\"\(part)\":")) }
    #expect(script.press("7").contains(#""view":{"display":{"main":"7","#))
    #expect(!script.press("+").contains("tape"))
    _ = script.press("5")
    #expect(script.press("=").contains(#""tape":{"older":0,"first":7,"lines":[{"#))
    #expect(!script.press("C").contains("tape"))
    #expect(
        script.act(#"{"clearTape":true}"#).contains(
            #""view":{"tape":{"all":true,"older":0,"first":0,"restorable":true,"lines":[]},"#))
}

@Test func `a correct prediction is not drawn again`() throws {
    var script = try Script.entered()
    #expect(script.press("7").contains(#""display":{"main":"7""#))
    let confirmed = try script.deliver(#"{"n":1,"press":"7"}"#)
    #expect(confirmed.hasSuffix(#""view":{"seq":3,"pending":0,"unconfirmed":0}}"#))
}
