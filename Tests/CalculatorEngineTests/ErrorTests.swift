import ExactNumbers
import Testing

@testable import CalculatorEngine

@Test(arguments: [
    ("1 / 0 =", "divisionByZero"), ("0 inv", "divisionByZero"), ("5 mod 0 =", "divisionByZero"),
    ("0 pow 1 neg =", "divisionByZero"), ("5 root 0 =", "divisionByZero"),
    ("0 / 0 =", "undefined"), ("9 0 tan", "undefined"), ("0 ln", "invalidInput"),
    ("2 . 5 fact", "invalidInput"), ("2 asin", "invalidInput"), ("1 neg log", "invalidInput"),
    ("9 EE 9 9 9 9 * 9 EE 9 9 9 9 =", "overflow"), ("9 9 9 9 fact", "overflow"),
])
func `an error has one of five names`(keys: String, name: String) {
    #expect(shown(.standard, keys) == "error:" + name)
}

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

@Test func `backspace clears an error under running rules`() {
    #expect(shown(.simple, "1 / 0 = back 5 + 2 =") == "7")
}

@Test func `too much work is an overflow`() {
    var calculator = typed(.scientific, "9 9 9 fact")
    var work = Work(limit: 100)
    calculator.press(.equals, &work)
    #expect(calculator.display.main == .error(.overflow))
}
