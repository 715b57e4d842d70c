import Testing

@testable import SharedRoom

// Error messages name the fault and the required form.

private let only = "must be the only message or action in its object"
private let welcome = #""welcome" must be an object with either a snapshot or events"#

@Test(arguments: [
    (#"{"n":42}"#, #""n" needs a known action"#),
    (#"{"n":42,"wave":true}"#, #""n" needs a known action"#),
    (#"{"n":42,"alive":7}"#, #""n" needs a known action"#),
    (#"{"press":"7"}"#, #""n" is missing"#),
    (#"{"n":42,"n":42,"press":"7"}"#, #""n" must occur only once"#),
    (#"{"n":42,"\u006e":42,"press":"7"}"#, #""n" must occur only once"#),
    (#"{"n":1,"press":"7","lock":true}"#, #""lock" \#(only)"#),
    (#"{"n":1,"press":"7","press":"7"}"#, #""press" \#(only)"#),
    (#"{"alive":7,"n":1,"press":"7"}"#, #""press" \#(only)"#),
    (#"{"n":1,"make":{"keypad":"tip"}}"#, #""make" may only be sent by the server"#),
    (#"{"n":1,"enter":{}}"#, #""enter" may only be sent by the server"#),
])
func `a frame has exactly one complete message`(frame: String, sentence: String) {
    #expect(errorText(frame) == sentence)
}

private let keys = #""press" must be a known key or a list of 1 to 64 of them"#

@Test(arguments: [
    #""seven""#, "7", "true", "null", "{}", "[]", "[7]", #"["7",null]"#, #"["7",["7"]]"#, "\"\"",
    "[\(String(repeating: #""7","#, count: 64))\"7\"]",
])
func `an invalid value of press is reported`(value: String) {
    #expect(errorText(#"{"n":1,"press":\#(value)}"#) == keys)
}

@Test func `all action numbers of a frame are in range`() throws {
    #expect(
        errorText(#"{"n":9007199254740991,"press":["1","2"]}"#)
            == #""n" must be a whole number from 1 to 9007199254740990"#)
}

@Test(arguments: [
    #""7""#, "{}", "null", #"["7",7]"#, "[\(String(repeating: #""7","#, count: 256))\"7\"]",
])
func `an invalid list of typed keys is reported`(value: String) {
    let text = #""keys" must be a list of at most 256 known keys"#
    #expect(errorText(#"{"n":1,"type":{"keys":\#(value)}}"#) == text)
    #expect(errorText(#"{"n":1,"type":{"keys":[]}}"#) == nil)
}

private let count = "a whole number from 1 to 9007199254740991"
private let participant = "a whole number from 1 to 4294967295"

@Test(arguments: [
    (#""n":0,"press":"7""#, "n", count),
    (#""n":-1,"press":"7""#, "n", count),
    (#""n":7.0,"press":"7""#, "n", count),
    (#""n":1e3,"press":"7""#, "n", count),
    (#""n":-0,"press":"7""#, "n", count),
    (#""n":"42","press":"7""#, "n", count),
    (#""n":null,"press":"7""#, "n", count),
    (#""n":1,"grant":0"#, "grant", participant),
    (#""n":1,"grant":4294967296"#, "grant", participant),
    (#""n":1,"recall":0"#, "recall", count),
    (#""n":1,"undo":7"#, "undo", "an object"),
    (#""n":1,"undo":{"by":0,"n":1}"#, "by", participant),
    (#""n":1,"undo":{"by":1,"pen":-1,"n":1}"#, "pen", "a whole number from 0 to 4294967295"),
    (#""n":1,"keypad":"abacus""#, "keypad", "the name of a keypad"),
    (#""n":1,"keypad":7"#, "keypad", "the name of a keypad"),
    (#""n":1,"name":"a\nb""#, "name", "one line of at most 32 characters"),
    (#""n":1,"name":null"#, "name", "one line of at most 32 characters"),
    (#""n":1,"lock":1"#, "lock", "true or false"),
    (#""n":1,"lock":null"#, "lock", "true or false"),
    (#""n":1,"close":false"#, "close", "true"),
    (#""n":1,"hostLink":"short""#, "hostLink", "22 to 64 letters, digits, - and _"),
    (#""n":1,"useLink":null"#, "useLink", "22 to 64 letters, digits, - and _"),
    (#""n":1,"bill":true"#, "bill", "an object"),
    (#""n":1,"bill":{}"#, "bill", "an object with one known step"),
    (#""n":1,"bill":{"round":true}"#, "bill", "an object with one known step"),
    (#""n":1,"bill":{"amount":95.00}"#, "amount", "an amount in a string, such as \"12.50\""),
    (#""n":1,"bill":{"amount":"9,50"}"#, "amount", "an amount in a string, such as \"12.50\""),
    (#""n":1,"bill":{"currency":{"decimals":1,"sign":""}}"#, "decimals", "0, 2 or 3"),
    (#""n":1,"bill":{"currency":{"decimals":"2","sign":""}}"#, "decimals", "0, 2 or 3"),
    (#""n":1,"bill":{"currency":{"decimals":258,"sign":""}}"#, "decimals", "0, 2 or 3"),
    (#""n":1,"bill":{"split":"odd"}"#, "split", #""even", "amount", "percent" or "items""#),
    (#""n":1,"bill":{"tipOn":0}"#, "tipOn", #""pretax" or "total""#),
    (#""join":[]"#, "join", "an object"),
    (#""join":{"secret":"short"}"#, "secret", "22 to 64 letters, digits, - and _"),
    (#""hash":{"seq":1,"is":"FF00000000000000"}"#, "is", "16 lower-case hexadecimal digits"),
])
func `a value of the wrong type or range is reported with the required form`(
    members: String, member: String, form: String
) {
    #expect(errorText("{\(members)}") == "\"\(member)\" must be \(form)")
}

@Test(arguments: [
    (#""bill":{"paid":{"of":3}}"#, #""is" is missing"#),
    (#""bill":{"paid":{"is":"3"}}"#, #""of" is missing"#),
    (#""bill":{"add":3,"take":4}"#, #""take" \#(only)"#),
    (#""undo":{"by":3}"#, #""n" is missing"#),
])
func `a missing or superfluous member of an action is reported`(members: String, sentence: String) {
    #expect(errorText("{\"n\":1,\(members)}") == sentence)
}

@Test(arguments: [
    (#"{"join":{}}"#, #""secret" is missing"#),
    (
        #"{"join":{"secret":"S","pen":"short"}}"#,
        #""pen" must be 11 to 64 letters, digits, - and _"#
    ),
    (#"{"join":{"secret":"S","since":{"seq":1}}}"#, #""epoch" is missing"#),
    (#"{"join":{"secret":"S","make":{}}}"#, #""keypad" is missing"#),
    (#"{"join":{"secret":"S","watch":"no"}}"#, #""watch" must be true or false"#),
])
func `an error in a join is reported`(frame: String, sentence: String) {
    #expect(errorText(frame.replacing("\"S\"", with: "\"\(secretText)\"")) == sentence)
}

@Test(arguments: [
    (#"{"seq":1,"events":[{"by":3,"n":1,"press":"7"}]}"#, #""at" is missing"#),
    (#"{"seq":1,"events":[{"at":5,"n":1,"press":"7"}]}"#, #""by" is missing"#),
    (#"{"seq":1,"events":[{"at":5,"by":3,"n":1,"wave":1}]}"#, #""n" needs a known action"#),
    (#"{"seq":1,"events":[{"at":5,"by":3,"n":1,"press":["7"]}]}"#, #""press" must be a known key"#),
    (
        #"{"seq":1,"events":[{"at":5,"by":3,"n":1,"press":"7","void":1}]}"#,
        #""void" must be a string"#
    ),
    (#"{"seq":1,"events":[7]}"#, #""events" must be an object"#),
    (#"{"seq":1,"events":{}}"#, #""events" must be a list"#),
    (#"{"seq":0,"events":[]}"#, #""seq" must be a whole number from 1 to 9007199254740991"#),
    (#"{"events":[]}"#, #""seq" is missing"#),
    (#"{"seq":1,"alive":1,"events":[]}"#, #""events" \#(only)"#),
    (#"{"alive":1}"#, #""seq" is missing"#),
    (#"{"bye":{"why":7}}"#, #""why" must be a string"#),
    (#"{"here":{"all":[],"count":-1}}"#, #""count" must be a whole number from 0 to 4294967295"#),
    (#"{"refused":{"n":1,"why":"storage"}}"#, #""retry" is missing"#),
    (#"{"here":{"gone":[0]}}"#, #""gone" must be a whole number from 1 to 4294967295"#),
    (#"{"here":{"all":[{"name":"Mina"}]}}"#, #""who" is missing"#),
])
func `an error in a server's frame is reported`(frame: String, sentence: String) {
    #expect(serverErrorText(frame) == sentence)
}

@Test(arguments: [
    ("", welcome),
    (#","snapshot":"","events":[]"#, welcome),
    (#","snapshot":"A""#, #""snapshot" must be base 64 with padding"#),
    (#","you":3,"snapshot":"""#, #""last" is missing"#),
    (#","snapshot":"","view":[]"#, #""view" must be an object"#),
    (
        #","events":[{"at":5,"by":3,"n":1,"press":"7"},{"by":3,"n":2,"press":"7"}]"#,
        #""seq" must be a whole number from 2 to 9007199254740991"#
    ),
])
func `an error in a welcome is reported`(members: String, sentence: String) {
    let frame = #"""
        {"welcome":{"rules":1,"seq":1,"epoch":"0000000000000001","hash":"0000000000000001"\#(members)}}
        """#
    #expect(serverErrorText(frame) == sentence)
}

@Test func `an error in a line of the event log is reported`() {
    let lines = [
        (#"{"at":5,"by":3,"n":1,"press":"7"}"#, #""seq" is missing"#),
        (#"{"seq":1,"by":3,"n":1,"press":"7"}"#, #""at" is missing"#),
        (#"{"seq":1,"at":5,"make":{"keypad":"tip"}}"#, #""salt" is missing"#),
        (#"{"seq":1,"at":5}"#, #""n" needs a known action"#),
    ]
    for (line, sentence) in lines {
        let found = errorText { () throws(CodecError) in _ = try Event.decode(line: line.bytes) }
        #expect(found == sentence)
    }
}
