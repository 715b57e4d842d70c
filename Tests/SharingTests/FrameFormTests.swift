import SharedRoom
import Simulator
import Testing

/// What somebody says that is no message, and what they are told.
struct BadFrame: CustomTestStringConvertible {
    let frame: String
    let sentence: String
    var testDescription: String { String(frame.prefix(60)) }

    init(_ frame: String, _ sentence: String) {
        (self.frame, self.sentence) = (frame, sentence)
    }

    private static let notJSON = "a frame must be one JSON object, and is none from byte "
    private static let count = "must be a whole number from "
    private static let sevens = Array(repeating: #""7""#, count: 65).joined(separator: ",")
    private static let members = (0..<33).map { #""m\#($0)":1"# }.joined(separator: ",")

    static let all = [
        // W1
        BadFrame(#"{"alive":7}{"alive":8}"#, notJSON + "11"),
        BadFrame(#"["alive",7]"#, notJSON + "0"),
        BadFrame(
            #"{"alive":7,"n":1,"press":"7"}"#,
            #""press" must be the only message or action in its object"#),
        // W3
        BadFrame(
            #"{"wave":"# + String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
                + "}", "a frame must be nested at most 64 deep"),
        BadFrame("{\(members)}", "an object must have at most 32 members"),
        // W4
        BadFrame(#"{"n":1,"n":1,"press":"7"}"#, #""n" must be given once"#),
        BadFrame(#"{"press":"7"}"#, #""n" must not be left out"#),
        BadFrame(#"{"n":1,"hand":"up"}"#, #""hand" must be true or false"#),
        // W6
        BadFrame(#"{"alive":7.0}"#, #""alive" \#(count)0 to 9007199254740991"#),
        BadFrame(#"{"alive":1e3}"#, #""alive" \#(count)0 to 9007199254740991"#),
        BadFrame(#"{"alive":9007199254740992}"#, #""alive" \#(count)0 to 9007199254740991"#),
        BadFrame(#"{"n":0,"press":"7"}"#, #""n" \#(count)1 to 9007199254740991"#),
        BadFrame(#"{"n":1,"grant":4294967296}"#, #""grant" \#(count)1 to 4294967295"#),
        // W7
        BadFrame(#"{"n":1,"name":"\ud83d"}"#, notJSON + "21"),
        BadFrame("{\"n\":1,\"name\":\"\u{1}\"}", notJSON + "15"),
        // W8
        BadFrame(
            #"{"hash":{"seq":1,"is":"0123456789ABCDEF"}}"#,
            #""is" must be 16 digits of 0 to 9 and a to f"#),
        BadFrame(
            #"{"n":1,"useLink":"short"}"#, #""useLink" must be 22 to 64 letters, digits, - and _"#),
        BadFrame(
            #"{"n":1,"name":"two\nlines"}"#,
            #""name" must be a name of at most 32 characters, one line"#),
        BadFrame(
            #"{"n":1,"bill":{"amount":"9,50"}}"#,
            #""amount" must be an amount in a string, such as "12.50""#),
        // W12
        BadFrame(
            #"{"n":1,"press":[]}"#, #""press" must be a known key or a list of 1 to 64 of them"#),
        BadFrame(
            #"{"n":1,"press":[\#(sevens)]}"#,
            #""press" must be a known key or a list of 1 to 64 of them"#),
        // W13
        BadFrame(#"{"n":1,"dance":true}"#, #""n" must stand beside a known action"#),
        BadFrame(#"{"n":1,"make":{"keypad":"tip"}}"#, #""make" must be left to the server"#),
        // W19
        BadFrame(
            #"{"n":1,"bill":{"add":1,"take":1}}"#,
            #""take" must be the only message or action in its object"#),
        BadFrame(
            #"{"n":1,"bill":{"eat":1}}"#, #""bill" must be an object with one known step"#),
    ]
}

@Test(arguments: BadFrame.all)
func `W1 W3 W4 W6 W7 W8 W9 W12 W13 W19 what is no message ends the connection of its author alone`(
    bad: BadFrame
) throws {
    let (world, ada, ben) = World.pair()
    let eve = Stranger(world, joining: "eve")
    world.expectUnnoticed(by: ada, ben) { eve.say(bad.frame) }
    #expect(eve.closing == .frame)
    #expect(eve.closingText == bad.sentence)
    #expect(bad.sentence.utf8.count <= 123)
    #expect(try eve.messages.contains(.bye(why: .frame, retry: nil)))
}

@Test func `W7 bytes that are no UTF-8 end the connection of their author alone`() {
    let (world, ada, ben) = World.pair()
    let eve = Stranger(world, joining: "eve")
    world.expectUnnoticed(by: ada, ben) {
        eve.say(Array(#"{"n":1,"name":""#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8))
    }
    #expect(eve.closing == .frame)
}

@Test func `W1 W4 W7 W8 W11 the same message may be written in many ways`() throws {
    let (world, ada, _) = World.pair()
    let eve = Stranger(world, joining: "eve")
    eve.say(" { \"n\" : 1 ,\n\t\"name\" : \" \\u00fc\\ud83d\\ude00 \" } ")
    eve.say(#"{"press":"\u0037","n":2}"#)
    world.settle()
    #expect(ada.display == "7")
    let name = try #require(try ada.confirmed.people[3]?.name)
    #expect(String(decoding: name.bytes, as: UTF8.self) == "ü😀")
    #expect(eve.closing == nil)
}

@Test func `W2 a frame of one byte too many ends the connection, one that just fits does not`() {
    let (world, ada, ben) = World.pair()
    let eve = Stranger(world, joining: "eve")
    let key = #"{"n":1,"press":"7"}"#
    world.expectUnnoticed(by: ada, ben) {
        eve.say(#"{"alive":1}"# + String(repeating: " ", count: 4_096 - 11))
        #expect(eve.closing == nil)
        eve.say(key + String(repeating: " ", count: 4_097 - key.count))
    }
    #expect(eve.closing == .frameSize)
    #expect(eve.closingText == "a frame must have at most 4096 bytes")
}

@Test func `W5 what nobody knows is passed over, beside what is known and alone`() throws {
    let (world, ada, ben) = World.pair()
    let eve = Stranger(world, joining: "eve", #","mood":{"of":["day",-1.5e3,null]}"#)
    #expect(try eve.welcome?.you?.number == 3)
    world.expectUnnoticed(by: ada, ben) { eve.say(#"{"wave":{"to":[3,-1.5e3,null]}}"#) }
    eve.say(#"{"n":1,"with":"feeling","press":"7"}"#)
    #expect(ada.display == "427" && ben.display == "427")
    // A newer server may say more, too.
    ada.isHeld = true
    ben.press("8")
    world.settle()
    ada.alter(#"{"seq":"#, to: #"{"weather":["fine"],"seq":"#)
    ada.arriving.insert(Array(#"{"wave":{"to":[3]}}"#.utf8), at: 0)
    ada.isHeld = false
    world.expectAgreement()
    #expect(ada.display == "4278" && ada.isCurrent)
}
