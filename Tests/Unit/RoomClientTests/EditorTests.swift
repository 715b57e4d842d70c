import CalculatorEngine
import Testing

@testable import RoomClient

@Test func `the expression on display becomes keys`() throws {
    var script = try Script.entered()
    #expect(try text(sheet(script.page).expression) == #"{"keys":[]}"#)
    for key in ["1", "2", "*", "3"] { _ = script.press(key) }
    #expect(try text(sheet(script.page).expression) == #"{"keys":["1","2","*","3"]}"#)
    _ = script.press("=")
    #expect(
        try text(sheet(script.page).expression) == #"{"keys":["1","2","*","3"],"finished":true}"#)
}

@Test func `a text becomes keys, or an error with a position in UTF-16`() throws {
    let script = try Script.entered()
    #expect(try text(sheet(script.page).parsed(utf8("2×(3"))) == #"{"keys":["2","*","(","3"]}"#)
    #expect(try text(sheet(script.page).parsed(utf8("2 × 3 😀"))) == #"{"error":"text","at":6}"#)
    #expect(try text(sheet(script.page).parsed(utf8("√9 − 😀"))) == #"{"error":"text","at":5}"#)
    #expect(
        try text(sheet(script.page).parsed(utf8("√9 − 4 5"))) == #"{"error":"operator","at":7}"#)
    #expect(try text(sheet(script.page).parsed([])) == #"{"error":"text","at":0}"#)
    #expect(try text(sheet(script.page).parsed([0xFF, 0x80, 0x31])) == #"{"error":"text","at":0}"#)
}

@Test func `edited keys have a text for each key and a result`() throws {
    var script = try Script.entered()
    #expect(
        try text(sheet(script.page).editor(utf8("2 * 3")))
            == #"{"editor":{"pieces":["2"," × ","3"],"main":"3","expression":"2 ×","#
            + #""complete":true,"result":"6"}}"#)
    #expect(
        try text(sheet(script.page).editor(utf8("2 )")))
            == #"{"editor":{"pieces":["2",")"],"main":"2","expression":"","#
            + #""complete":true,"result":"2","problem":"nothingToClose","problemAt":1}}"#)
    #expect(
        try text(sheet(script.page).editor([]))
            == #"{"editor":{"pieces":[],"main":"0","expression":"","complete":false}}"#)
    #expect(
        try text(sheet(script.page).editor(utf8("1 / 3")))
            .contains(#""result":"0.333333","rounded":true}"#))
    #expect(script.press("5").contains(#""main":"5""#))
}

@Test func `invalid questions of the editor are answered with errors`() {
    let sheet = ExpressionSheet(Calculator(.standard))
    #expect(text(sheet.editor(utf8("1 nine"))) == #"{"error":"key"}"#)
    let keys = [String](repeating: "1", count: 257).joined(separator: " ")
    #expect(text(sheet.editor(utf8(keys))) == #"{"error":"keys"}"#)
    let slow = [String](repeating: "3 2 4 8 fact =", count: 40).joined(separator: " ")
    #expect(text(sheet.editor(utf8(slow))) == #"{"error":"work"}"#)
}

@Test func `a page passes its calculator to the editor, if it has one`() throws {
    #expect(text(PageReplica().calculator) == #"{"error":"notBegun"}"#)
    var script = try Script.entered()
    let before = text(script.page.calculator)
    _ = script.press("5")
    #expect(text(script.page.calculator) != before)
    for wrong in ["", "A", "AAAA", "5 + 7"] {
        let isCalculator = ExpressionSheet(utf8(wrong)[...]) != nil
        #expect(!isCalculator)
    }
    #expect(text(ExpressionSheet.noCalculator) == #"{"error":"calculator"}"#)
}

private func sheet(_ page: PageReplica) throws -> ExpressionSheet {
    let answer = try #require(text(page.calculator).wholeMatch(of: #/{"calculator":"(.*)"}/#))
    return try #require(ExpressionSheet(utf8(String(answer.1))[...]))
}

private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
