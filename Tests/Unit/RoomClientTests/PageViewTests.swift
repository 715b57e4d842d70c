import CalculatorEngine
import Testing

@testable import RoomClient
@testable import SharedRoom

@Test func `the display in the view`() throws {
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
            "radians":false,"memory":null,"again":"+ 5",\#
            "step":{"by":1,"pen":1,"n":4},"canUndo":true,"canRedo":false}
            """#))
    #expect(script.press("MS").contains(#""memory":"number""#))
    #expect(script.press("rad").contains(#""radians":true"#))
    #expect(script.press(")").contains(#""notice":"#))
    let undone = script.call(.undone)
    #expect(undone.contains(#""canRedo":true"#))
}

@Test func `the tape and the pending count in the view`() throws {
    var script = try Script.entered()
    for key in ["1", "/", "0"] { _ = script.press(key) }
    let line = #"{"seq":6,"by":1,"at":1790000000002,"expression":"1 ÷ 0","error":"divisionByZero""#
    let told = script.press("=")
    #expect(
        told.contains(
            #""tape":{"older":0,"first":6,"lines":[\#(line),"pending":true}]},"seq":2,"pending":4"#)
    )
    #expect(script.call(.undone).contains(#","undone":true,"pending":true}"#))
    let keys = utf8(#"{"n":1,"press":["1","/","0","="]}"#)
    try script.server.receive(keys, from: 1)
    for _ in 0..<3 { #expect(!(try script.hear()).contains("tape")) }
    let confirmed = try script.hear()
    #expect(confirmed.contains(#""expression":"1 ÷ 0","error":"divisionByZero""#))
    #expect(!confirmed.contains(#""pending":true"#))
    #expect(confirmed.contains(#""pending":1,"#))
    #expect(confirmed.contains(#""seq":6,"pending":1"#))
}

@Test func `the view contains only new lines of the tape`() throws {
    var script = Script()
    let all = try script.enter()
    #expect(all.contains(#""tape":{"all":true,"older":0,"first":0,"lines":[]}"#))
    try script.addOther()
    var n: Int64 = 0
    func calculate() throws -> String {
        var told = ""
        for name in ["1", "+", "2", "="] {
            n += 1
            told = try script.hearOther(.press(key(name)), n: n)
        }
        return told
    }
    for index in 1...100 {
        let told = try calculate()
        #expect(told.contains(#""tape":{"older":0,"first":7,"lines":[{"seq":\#(3 + 4 * index),"#))
        #expect(told.components(separatedBy: #""expression":"1 + 2""#).count == 3)
    }
    // The store has lines that the room dropped.
    #expect(try calculate().contains(#""tape":{"older":1,"first":11,"lines":[{"seq":407,"#))
    let undone = try script.hearOther(
        .undo(Signature(author: 2, pen: 0, number: n)), n: n + 1)
    #expect(undone.contains(#""lines":[{"seq":407,"#) && undone.contains(#""undone":true}]}"#))
    // A snapshot may belong to another room.
    script.server.sockets[1] = nil
    _ = script.call(.disconnected(code: 1006), at: 5)
    _ = script.call(.connected, at: 6)
    let anew = try script.deliver(Script.join)
    #expect(anew.contains(#""tape":{"all":true,"older":1,"first":11,"lines":[{"seq":11,"#))
}

@Test func `a pending line is repeated with its new sequence number`() throws {
    var script = try Script.entered()
    try script.addOther()
    for key in ["1", "+", "2"] { _ = script.press(key) }
    #expect(script.press("=").contains(#""lines":[{"seq":7,"by":1,"#))
    // A key of another participant arrives first.
    #expect(try script.hearOther(.press(key("5"))).contains(#""lines":[{"seq":8,"by":1,"#))
}

@Test func `the number of unconfirmed characters of the main line`() throws {
    var script = try Script.entered()
    #expect(script.press("4").contains(#""pending":1,"unconfirmed":1}"#))
    #expect(script.press("2").contains(#""pending":2,"unconfirmed":2}"#))
    #expect(try script.deliver(#"{"n":1,"press":"4"}"#).contains(#""pending":1,"unconfirmed":1}"#))
    #expect(script.press("+").contains(#""pending":2,"unconfirmed":1}"#))
    let confirmed = try script.deliver(#"{"n":2,"press":["2","+"]}"#)
    #expect(confirmed.contains(#""pending":1,"unconfirmed":1}"#))
    #expect(try script.hear().contains(#""pending":0,"unconfirmed":0}"#))
}

@Test func `the people in the view`() throws {
    var script = Script()
    #expect(
        try script.enter().contains(
            #"""
            "people":{"you":1,"mayPress":true,"locked":false,"door":true,"closed":false,"count":1,\#
            "all":[{"who":1,"name":"Mina","here":true,"host":true}]}
            """#))
    #expect(try script.addOther().contains(#"{"who":2,"name":""}"#))
    #expect(try script.hearOther(.hand(isUp: true)).contains(#"{"who":2,"name":"","hand":4}"#))
    #expect(script.act(#"{"grant":2}"#).contains(#"{"who":2,"name":"","keypad":true}"#))
    #expect(script.act(#"{"lock":true}"#).contains(#""locked":true"#))
    #expect(
        script.call(.received(utf8(#"{"here":{"came":[{"who":2,"name":""}]}}"#)))
            .contains(#"{"who":2,"name":"","here":true,"keypad":true}"#))
}

@Test func `the view counts spectators and tells whether they are admitted`() throws {
    var script = try Script.entered()
    let here = utf8(#"{"here":{"all":[],"watching":3}}"#)
    #expect(script.call(.received(here)).contains(#""door":true,"watching":3,"closed":false"#))
    #expect(
        script.act(#"{"spectators":false}"#)
            .contains(#""door":true,"spectators":false,"watching":3,"closed":false"#))
}

@Test func `names that are held back are hidden on boards only`() throws {
    var script = try Script.entered()
    #expect(script.act(#"{"names":true}"#).contains(#""door":true,"holdsNames":true,"closed""#))
    try script.deliver(#"{"n":1,"names":true}"#)
    #expect(try script.addOther("Ben").contains(#"{"who":2,"name":"Ben","held":4}"#))
    #expect(script.act(#"{"show":4}"#).contains(#"{"who":2,"name":"Ben"}"#))
    #expect(!script.act(#"{"show":99}"#).contains("people"))
}

@Test func `the page can ask what removing a participant would take back`() throws {
    var script = try Script.entered()
    try script.addOther()
    let events: [(author: UInt32, number: Int64)] = [(2, 1), (2, 2), (1, 1)]
    for (author, number) in events {
        let signature = Signature(author: author, pen: 0, number: number)
        script.server.append(Draft(.press(.digit(.seven)), signature: signature))
    }
    for _ in events { _ = try script.hear() }
    let rewind = #"{"rewind":{"since":4,"steps":[{"by":2,"count":2},{"by":1,"count":1}]}}"#
    #expect(String(decoding: script.page.rewind(of: 2), as: UTF8.self) == rewind)
    #expect(String(decoding: script.page.rewind(of: 3), as: UTF8.self) == #"{"rewind":null}"#)
    #expect(String(decoding: PageReplica().rewind(of: 2), as: UTF8.self) == #"{"rewind":null}"#)
}

@Test func `the view contains the bill in its binary form`() throws {
    var script = try Script.entered()
    _ = script.act(#"{"bill":{"add":1}}"#)
    let view = script.act(#"{"bill":{"amount":"12.51"}}"#)
    let text = try #require(view.components(separatedBy: #""bill":""#).last?.prefix { $0 != "\"" })
    let sheet = try #require(BillSheet(Array(text.utf8), showing: 1))
    #expect(String(decoding: sheet.json, as: UTF8.self).contains(#""amount":"12.51""#))
    #expect(
        BillSheet(Array("AAAA".utf8), showing: 1) == nil
            && BillSheet(Array("no".utf8), showing: 1) == nil)
}

@Test func `the connection in the view`() throws {
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

@Test func `the reason why a connection ended is shown until the next one`() throws {
    var script = try Script.entered()
    #expect(script.call(.disconnected(code: 4_007)).contains(#","why":"full"}"#))
    _ = script.call(.connected, at: 60_000)
    #expect(script.call(.disconnected(code: 1_006), at: 60_001).contains(#""state":"away""#))
    #expect(!script.call(.disconnected(code: 1_006), at: 60_002).contains(#""why""#))
    _ = script.call(.connected, at: 120_000)
    _ = script.call(.received(utf8(#"{"bye":{"why":"restart","retry":5}}"#)), at: 120_001)
    #expect(script.call(.disconnected(code: 1_012), at: 120_002).contains(#","why":"restart"}"#))
}

@Test func `a missing room is marked in the view`() throws {
    var script = try Script.entered()
    #expect(
        script.call(.disconnected(code: 4_004), at: 1_000)
            .contains(#""state":"away","until":31003,"why":"noSuchRoom","gone":true}"#))
    #expect(
        script.call(.connected, at: 31_003)
            .contains(#""connection":{"state":"connecting","gone":true}"#))
    let joined = try script.deliver(Script.join)
    #expect(joined.contains(#""connection":{"state":"joined","current":true}"#))
}

@Test func `the offer in the view`() throws {
    var script = try Script.entered()
    _ = script.press("7")
    _ = script.act(#"{"keypad":"standard"}"#)
    _ = script.act(#"{"type":{"keys":["8","+"],"of":{"by":1,"n":2}}}"#)
    _ = script.call(.undone)
    _ = script.act(#"{"bill":{"add":1}}"#)
    _ = script.call(.disconnected(code: 1_006))
    _ = script.call(.connected)
    // The room has forgotten the pen.
    let welcome = Welcome(
        rules: Room.rules, you: Welcome.You(number: 1, pen: 0, last: nil), epoch: 10,
        sequence: script.server.room.sequence, hash: script.server.room.hash,
        contents: .snapshot(script.server.room.snapshot))
    let answer = script.call(.received(ServerMessage.welcome(welcome).encoded))
    #expect(
        answer.contains(
            #""offer":{"result":"7","unsure":true,"keys":["7","standard","8","+","undo"]}"#))
    #expect(answer.contains(#""notices":[{"unsure":null}]"#))
    #expect(answer.contains(#""pending":0"#))
    let closed = script.call(.offerClosed)
    #expect(closed.contains(#""offer":null"#) && !script.call(.offerClosed).contains("offer"))
}

@Test func `the keys of others and the notices in the view`() throws {
    var script = try Script.entered()
    try script.addOther()
    #expect(
        try script.hearOther(.press(key("7")))
            .contains(#""keys":[{"by":2,"n":1,"key":"7","seq":4}]"#))
    #expect(try script.hearOther(.press(key("8")), n: 2).contains(#""seq":5}]"#))
    #expect(
        script.call(.received(utf8(#"{"refused":{"n":1,"why":"rate","retry":9}}"#)))
            .contains(#""notices":[{"refused":"rate"}]"#))
    _ = script.act(#"{"recall":2}"#)
    let recalled = try script.deliver(#"{"n":1,"recall":2}"#)
    #expect(recalled.contains(#""notices":[{"void":"line","of":null}]"#))
}

@Test func `an undo or redo names its author and the author of the step`() throws {
    var script = try Script.entered()
    try script.addOther()
    _ = script.press("7")
    try script.deliver(#"{"n":1,"press":"7"}"#)
    let step = Signature(author: 1, pen: 0, number: 1)
    #expect(
        try script.hearOther(.undo(step)).contains(
            #""notices":[{"undid":"7","by":2,"step":{"by":1,"n":1}}]"#))
    #expect(
        try script.hearOther(.redo(step), n: 2).contains(
            #""notices":[{"redid":"7","by":2,"step":{"by":1,"n":1}}]"#))
    // A void redo brings no notice.
    #expect(!(try script.hearOther(.redo(step), n: 3).contains("redid")))
    _ = script.call(.undone)
    #expect(try !script.deliver(#"{"n":2,"undo":{"by":1,"n":1}}"#).contains("undid"))
}

@Test func `a change of the keypad names its author and the keypad before`() throws {
    var script = try Script.entered()
    try script.addOther()
    let before = script.server.room.calculator.keypad
    let other: Keypad = before == .tip ? .chain : .tip
    #expect(
        try script.hearOther(.keypad(other)).contains(
            #""notices":[{"keypad":"\#(other.name)","before":"\#(before.name)","by":2}]"#))
    // The same keypad again changes nothing.
    #expect(!(try script.hearOther(.keypad(other), n: 2)).contains("notices"))
    _ = script.act(#"{"keypad":"\#(before.name)"}"#)
    #expect(
        try script.deliver(#"{"n":1,"keypad":"\#(before.name)"}"#).contains(
            #""notices":[{"keypad":"\#(before.name)","before":"\#(other.name)","by":1}]"#))
}

@Test func `the undo of an unseen step has no description`() throws {
    var script = try Script.entered()
    try script.addOther()
    _ = try script.hearOther(.press(key("7")))
    // A page that opens later receives a snapshot.
    _ = script.begin()
    _ = script.call(.connected)
    script.server.sockets[1] = nil
    try script.deliver(Script.join)
    let step = Signature(author: 2, pen: 0, number: 1)
    #expect(
        try script.hearOther(.undo(step), n: 2).contains(
            #""notices":[{"undid":null,"by":2,"step":{"by":2,"n":1}}]"#))
}

@Test func `the view tells whether there is a host link, and whether this page made it`() throws {
    var script = try Script.entered()
    try script.addOther()
    #expect(
        try script.makeLink(n: 1)
            .contains(#""door":true,"hostLink":true,"ownLink":true,"closed":false"#))
    let link = try #require(script.server.room.hostLink)
    #expect(try !script.hearOther(.useLink(link)).contains("Link"))
    #expect(try script.makeLink(n: 2).contains(#""hostLink":true,"ownLink":true"#))
    #expect(try script.makeLink(n: 3).contains(#""hostLink":true,"ownLink":true"#))
    let others = try script.hearOther(.hostLink(Fingerprint(high: 5, low: 6)), n: 2)
    #expect(others.contains(#""hostLink":true,"closed":false"#))
    #expect(script.act(#"{"hostLink":null}"#).contains(#""door":true,"closed":false"#))
}

extension Script {
    fileprivate mutating func makeLink(n: Int64) throws -> String {
        let link = #""hostLink":"mNq3bD-x0Zc7T_pL8vR2s\#(n)""#
        _ = act("{\(link)}")
        return try deliver(#"{"n":\#(n),\#(link)}"#)
    }
}

@Test func `a view contains the form of a result and whether the main line is rounded`() throws {
    var script = try Script.entered()
    for key in ["1", "/", "3"] { #expect(!script.press(key).contains("rounded")) }
    #expect(script.press("=").contains(#""main":"0.333333","rounded":true,"live":false"#))
    #expect(
        script.press("form").contains(
            #""main":"0.333333","rounded":true,"form":{"kind":"fraction","text":"1/3"},"live""#))
    #expect(script.press("form").contains(#""form":{"kind":"recurring","text":"0.(3)"}"#))
    #expect(!script.press("form").contains(#""form""#))
    #expect(script.press("7").contains(#""display":{"main":"7","live""#))
    #expect(script.press("form").contains(#""notice":"noOtherForm""#))
}

@Test func `a line of the tape says whether its result is rounded`() throws {
    var script = try Script.entered()
    for (keys, member) in [("1/3", #","rounded":true"#), ("1/4", "")] {
        for key in keys { _ = script.press("\(key)") }
        #expect(script.press("=").contains("\"\(member),\"pending\":true}]"), "\(keys)")
    }
}

@Test func `unconfirmed characters are those of the form on display`() throws {
    var script = try Script.entered()
    for key in ["1", "/", "4", "=", "form"] { _ = script.press(key) }
    try script.deliver(#"{"n":1,"press":["1","/","4","="]}"#)
    for _ in 2...3 { _ = try script.hear() }
    #expect(try script.hear().contains(#""pending":1,"unconfirmed":3"#))
    let confirmed = try script.deliver(#"{"n":5,"press":"form"}"#)
    #expect(confirmed.contains(#""pending":0,"unconfirmed":0"#))
}

@Test func `the number on the display is answered in every form`() throws {
    var script = Script()
    #expect(String(decoding: script.page.forms, as: UTF8.self) == #"{"error":"notBegun"}"#)
    _ = try script.enter()
    for key in [".", "7", "5"] { _ = script.press(key) }
    #expect(
        String(decoding: script.page.forms, as: UTF8.self)
            == #"""
            {"forms":[{"kind":"decimal","text":"0.75","exact":true},\#
            {"kind":"fraction","text":"3/4","exact":true},\#
            {"kind":"scientific","text":"7.5e-1","exact":true}]}
            """#)
    for key in ["/", "0", "="] { _ = script.press(key) }
    #expect(String(decoding: script.page.forms, as: UTF8.self) == #"{"forms":[]}"#)
}
