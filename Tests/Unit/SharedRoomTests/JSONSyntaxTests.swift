import CalculatorEngine
import Testing
import SeededNumbers

@testable import SharedRoom

private let seven = act(42, .press(.digit(.seven)))

@Test(arguments: [
    " \t\r\n{ \"n\" : 42 ,\n\"press\" : \"7\" } \n", #"{"press":"7","n":42}"#,
    #"{"n":42,"press":"\u0037"}"#, #"{"\u006e":42,"pr\u0065ss":"7"}"#,
    #"{"":1,"n":42,"größe":"\ud83d\ude00","größe":{},"press":"7"}"#,
    #"{"x":[[],{},[{"n":[]}],-1.50e+3,0.5E-7,-0,true,false,null,"\""],"n":42,"press":"7"}"#,
])
func `white space, member order and escapes do not change a message`(frame: String) throws {
    #expect(try client(frame) == seven)
}

@Test(arguments: [
    "", " ", "{", "}", "[]", "7", "\"n\"", "null", "{n:1}", "{'n':1}", #"{"n"}"#, #"{"n":}"#,
    #"{"n":42,"press":"7"}}"#, #"{"n":42,"press":"7"}{}"#, #"{"n":42,"press":"7",}"#,
    #"{,"n":42}"#, #"{"n":42 "press":"7"}"#, #"{"n":42,"press":"7"} x"#, #"{"n":42,"press":"7"#,
    #"{"n":042,"press":"7"}"#, #"{"n":+42,"press":"7"}"#, #"{"x":tru}"#, #"{"x":nulll}"#,
    #"{"x":01}"#, #"{"x":-}"#, #"{"x":1.}"#, #"{"x":.5}"#, #"{"x":1e}"#, #"{"x":NaN}"#,
    #"{"x":[1,]}"#, #"{"x":[,1]}"#, #"{"x":[1 2]}"#, #"{"x":[}"#, #"{"x":{]}"#, #"{"x":[1}}"#,
    #"{"x":{"a"}}"#, #"{"x":{"a":1,}}"#, #"{"x":{a:1}}"#, "\u{FEFF}{}", "{}\u{0}",
])
func `a frame that is not one JSON object is rejected`(frame: String) {
    #expect(errorText(frame)?.hasPrefix("the frame is not one JSON object") == true, "\(frame)")
}

@Test(arguments: [
    #"\x"#, #"\u12"#, #"\u12G4"#, #"\ud83d"#, #"\ude00"#, #"\ud83d\u0041"#, #"\ud83dA"#,
    #"\ude00\ud83d"#, "\u{1}", "\n", "\u{0}", #"\"#,
])
func `an invalid string is rejected even in an unknown member`(text: String) {
    #expect(
        errorText(#"{"n":1,"name":"\#(text)"}"#)?.hasPrefix("the frame is not one JSON object")
            == true)
    #expect(
        errorText(#"{"n":1,"press":"7","x":"\#(text)"}"#)?.hasPrefix(
            "the frame is not one JSON object") == true)
}

@Test(
    arguments: [
        [0x80], [0xFF], [0xC3], [0xC0, 0xAF], [0xE2, 0x82], [0xED, 0xA0, 0x80],
        [0xF4, 0x90, 0x80, 0x80], [0xC3, 0x28],
    ] as [[UInt8]])
func `bytes that are not UTF-8 are rejected`(text: [UInt8]) {
    let frame = #"{"x":"a"#.bytes + text + #"b","n":1,"press":"7"}"#.bytes
    #expect(throws: CodecError(.notJSON(place: 7))) {
        try ClientMessage.decode(frame)
    }
}

@Test func `escapes decode to the characters that they represent`() throws {
    let escaped = #"{"n":1,"name":"\"\\\/ \u00fc\u6578\uD83D\ude00 A"}"#
    #expect(try client(escaped) == act(1, .name(name("\"\\/ ü數😀 A"))))
    let controls = try JSONObject(frame: #"{"text":"\b\f\n\r\t"}"#.bytes).required("text").string()
    #expect(Array(controls) == [8, 12, 10, 13, 9])
    var writer = JSONWriter()
    writer.string(Array(controls))
    #expect(writer.bytes.string == #""\u0008\u000c\u000a\u000d\u0009""#)
}

@Test func `the size of a frame is limited`() throws {
    let frame = #"{"n":42,"press":"7"}"#
    let room = WireLimits.frameBytesMax - frame.utf8.count
    #expect(try client(frame + String(repeating: " ", count: room)) == seven)
    #expect(
        errorText(frame + String(repeating: " ", count: room + 1))
            == "a frame must have at most 4096 bytes")
}

@Test func `the nesting depth of a frame is limited`() throws {
    func nested(_ depth: Int) -> String {
        let open = String(repeating: "[", count: depth - 1)
        return #"{"n":42,"press":"7","x":\#(open)\#(String(repeating: "]", count: depth - 1))}"#
    }
    #expect(try client(nested(64)) == seven)
    #expect(errorText(nested(65)) == "a frame must be nested at most 64 deep")
    let objects = String(repeating: #"{"a":"#, count: 64) + "1" + String(repeating: "}", count: 64)
    #expect(try client(objects) == nil)
    #expect(errorText(#"{"a":\#(objects)}"#) == "a frame must be nested at most 64 deep")
}

@Test func `the number of members of an object is limited`() throws {
    let others = (0..<30).map { #","x\#($0)":0"# }.joined()
    #expect(try client(#"{"n":42,"press":"7"\#(others)}"#) == seven)
    #expect(
        errorText(#"{"n":42,"press":"7","y":0\#(others)}"#)
            == "an object must have at most 32 members")
    let passed = #"{"x":{"a":0\#(others)\#(others)}}"#
    #expect(try client(passed) == nil)
}

@Test func `unknown messages and members are ignored`() throws {
    for frame in ["{}", #"{"wave":{"to":[3]}}"#, #"{"seq":7}"#] {
        #expect(try client(frame) == nil)
        #expect(try server(frame) == nil)
    }
    let later = #"{"seq":2,"later":1,"events":[{"at":5,"by":3,"n":1,"press":"7","why":{}}]}"#
    let now = #"{"seq":2,"events":[{"at":5,"by":3,"n":1,"press":"7"}]}"#
    #expect(try server(later) == server(now))
}

@Test func `a missing or unknown reason decodes as nil`() throws {
    #expect(
        try server(#"{"refused":{"n":4,"why":"sunspots","retry":9}}"#)
            == .refused(number: 4, why: nil, retry: 9))
    #expect(try server(#"{"bye":{"why":"tired","retry":7}}"#) == .bye(why: nil, retry: 7))
    #expect(try server(#"{"bye":{}}"#) == .bye(why: nil, retry: nil))
}

@Test func `numbers are accepted up to the largest exact integer`() throws {
    let largest = RoomLimits.numberMax
    #expect(try client(#"{"alive":9007199254740991}"#) == .alive(largest))
    #expect(try client(#"{"alive":0}"#) == .alive(0))
    for number in [
        "9007199254740992", "18446744073709551617", "1\(String(repeating: "0", count: 99))",
    ] {
        #expect(
            errorText(#"{"alive":\#(number)}"#)
                == #""alive" must be a whole number from 0 to 9007199254740991"#)
    }
}

@Test func `hexadecimal and base 64 decode to the encoded bytes`() {
    var random = SplitMix(seed: 5)
    for _ in 0..<1_000 {
        let bytes = random.list(upTo: 20) { UInt8(truncatingIfNeeded: $0.next()) }
        #expect(Hexadecimal.decoded(Hexadecimal.encoded(bytes)[...]) == bytes)
        #expect(Base64.decoded(Base64.encoded(bytes)[...]) == bytes)
    }
    #expect(Hexadecimal.encoded([0, 0xAB, 0xFF]).string == "00abff")
    #expect(Base64.encoded("calc".bytes).string == "Y2FsYw==")
    #expect(salt.hexadecimal.string == saltText)
}

@Test(arguments: [
    "A", "AA", "AAA", "A===", "====", "=AAA", "AA=A", "AAA=AAAA", "AB==", "AAB=", "AA==\n", "A-A=",
    "AAAA=", "AAAAA", "AA== ",
])
func `noncanonical base 64 is rejected`(text: String) {
    #expect(Base64.decoded(text.bytes[...]) == nil)
}

@Test func `uppercase and odd numbers of hexadecimal digits are rejected`() {
    #expect(Hexadecimal.decoded("0aF0".bytes[...]) == nil)
    #expect(Hexadecimal.decoded("0a0".bytes[...]) == nil)
    #expect(Fingerprint(hexadecimal: saltText.dropLast().description.bytes[...]) == nil)
    #expect(Fingerprint(hexadecimal: saltText.uppercased().bytes[...]) == nil)
}
