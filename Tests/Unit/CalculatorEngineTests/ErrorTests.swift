import ExactNumbers
import Testing

@testable import CalculatorEngine

@Test(arguments: [Keypad.formula, .scientific, .simple, .chain, .standard])
func `after an error a number starts a new calculation`(keypad: Keypad) {
    #expect(shown(keypad, "1 / 0 = 5") == "5")
    #expect(shown(keypad, "1 / 0 = .") == "0.")
    #expect(shown(keypad, "4 MS 1 / 0 = MR") == "4")
    for keys in ["+", "=", "%", "sq", "+ = sq inv"] {
        #expect(shown(keypad, "1 / 0 = " + keys) == "error:divisionByZero")
    }
    for keys in ["C", "CE", "AC"] {
        #expect(shown(keypad, "1 / 0 = " + keys) == "0")
    }
    #expect(shown(keypad, "1 / 0 = 5 + 3 =") == "8")
}

@Test func `too much work is an overflow`() {
    var calculator = typed(.scientific, "9 9 9 fact")
    var work = Work(limit: 100)
    calculator.press(.equals, &work)
    #expect(calculator.display.main == .error(.overflow))
}
