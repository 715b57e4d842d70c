import ExactNumbers
import Testing

@testable import CalculatorEngine

@Test func `the number of tokens in an expression is limited`() {
    var calculator = typed(.scientific, "1")
    for _ in 0..<63 { calculator.type("+ 1") }
    #expect(calculator.type("= ")?.outcome == .number(Number(64), text: Array("64".utf8)))
    calculator = typed(.scientific, "1")
    for _ in 0..<63 { calculator.type("+ 1") }
    calculator.type("+")
    #expect(calculator.notice == nil)
    calculator.type("1")
    #expect(calculator.notice == .expressionFull)
    calculator.type("back =")
    #expect(calculator.display.main.text.string == "64")
}

@Test func `the number of open parentheses is limited`() {
    let open = String(repeating: "( ", count: EngineLimits.depthMax)
    #expect(notice(.scientific, open) == nil)
    #expect(notice(.scientific, open + "(") == .tooDeep)
    #expect(notice(.scientific, open + "sin") == .tooDeep)
    #expect(shown(.scientific, open + "5 =") == "5")
}

@Test func `a change of sign keeps the limit of parentheses`() {
    for (count, expected) in [(EngineLimits.depthMax, Notice.tooDeep), (23, nil)] {
        let open = String(repeating: "( ", count: count)
        let closed = String(repeating: ") ", count: count)
        #expect(notice(.scientific, open + "5 " + closed + "sq neg") == expected)
    }
}

@Test func `large numbers from memory fill an expression`() {
    var calculator = typed(.scientific, "7 pow 2 0 0 0 / 3 pow 2 0 0 0 = MS C MR")
    while calculator.notice == nil { calculator.type("+ MR") }
    #expect(calculator.notice == .expressionFull)
    #expect(calculator.byteCount < EngineLimits.stateBytesMax)
}

@Test func `a state stays within its size limit`() {
    for keypad in Keypad.allCases {
        var calculator = typed(keypad, "7 pow 2 0 0 0 / 3 pow 2 0 0 0 = MS C MR")
        for _ in 0..<200 {
            calculator.type("+ MR - MR sqrt")
            #expect(calculator.byteCount < EngineLimits.stateBytesMax)
        }
    }
}

@Test func `the largest factorial is within the work of one key`() {
    #expect(shown(.scientific, "3 2 4 8 fact =").hasSuffix("e+9997"))
    #expect(shown(.standard, "3 2 4 8 fact").hasSuffix("e+9997"))
}
