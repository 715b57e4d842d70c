import ExactNumbers
import Testing
import SeededNumbers

@testable import CalculatorEngine

@Test(arguments: Keypad.allCases)
func `E340 E341 random states and lines come back as they were`(keypad: Keypad) {
    var random = SplitMix(seed: UInt64(keypad.rawValue) + 340)
    var calculator = Calculator(keypad)
    for number in 0..<15_000 {
        let outcome = calculator.press(random.key())
        var unfinished: Calculation?
        if random.next(below: 200) == 0 {
            unfinished = calculator.change(to: random.keypad())
        }
        guard calculator.comesBack, outcome.calculation?.comesBack ?? true,
            unfinished?.comesBack ?? true
        else {
            Issue.record("\(keypad), key \(number): \(calculator.form), \(outcome)")
            return
        }
    }
}

@Test func `E340 the largest numbers come back as they were`() {
    let keys = [
        "1 9 9 9 fact MS + 1 3 inv =", "1 9 9 9 fact MS - MR * MR sqrt MR inv", "pi / 7 MS cos",
        "2 sqrt MS + 1 sqrt sq M+ sin", "3 2 4 8 fact * 3 2 4 8 fact =", "1 EE 9 9 9 9 * 1 0 =",
        "1 EE - 9 9 9 9 MS neg", "1 0 0 0 MS tip10 tip15 + 5 tip20", "rad 1 tan atan M- =",
        "0 M- MC",
    ]
    for keypad in Keypad.allCases {
        for keys in keys {
            let calculator = typed(keypad, keys)
            #expect(calculator.comesBack, "\(keypad) \(keys)")
        }
    }
}

@Test func `E340 every key, function and notice comes back as it was`() {
    for keypad in Keypad.allCases {
        for first in Key.all {
            for second in Key.all {
                var calculator = typed(keypad, "1 2 + 0 . 5")
                calculator.press(first)
                calculator.press(second)
                #expect(calculator.comesBack, "\(keypad) \(first.name) \(second.name)")
            }
        }
    }
}

@Test func `E341 what says the same otherwise is refused`() {
    #expect(Calculator(form: []) == nil)
    #expect(Calculator(form: [0, 0, 0, 0]) == nil)
    #expect(Calculator(form: [0, 0, 0, 0, 0, 0]) == nil)
    // 12 in two bytes of which the second says nothing.
    #expect(Calculator(form: [0, 0, 0, 1, 0, 0, 0x8C, 0, 0]) == nil)
    // 2 ÷ 4, −0 and 0 × π in the memory.
    #expect(Calculator(form: [0, 2, 2, 2, 4, 0, 0, 0]) == nil)
    #expect(Calculator(form: [0, 2, 1, 0, 0, 0, 0]) == nil)
    #expect(Calculator(form: [0, 2, 4, 0, 0, 0, 0]) == nil)
    #expect(Calculator(form: [0, 2, 4, 1, 0, 0, 0]) != nil)
}

@Test func `E342 what no keys lead to is refused`() {
    // An operator without a number in front, and a parenthesis closed that was not opened.
    #expect(Calculator(form: [0, 0, 0, 1, 0x10, 0]) == nil)
    #expect(Calculator(form: [0, 0, 0, 2, 0, 0, 5, 0x0B, 0]) == nil)
    // A result of nothing.
    #expect(Calculator(form: [0, 0, 1, 0, 0, 5, 0]) == nil)
    // Ten characters where the keypad takes nine, and as many where it takes them.
    let digits: [UInt8] = [0, 0x8F, 0xA4, 0xDE, 0x92, 0x14]
    #expect(Calculator(form: [Keypad.chain.rawValue, 0, 0] + digits + [0]) == nil)
    #expect(Calculator(form: [Keypad.standard.rawValue, 0, 0] + digits + [0]) != nil)
    // 25 open parentheses.
    let open = [UInt8](repeating: 0x0A, count: 25)
    #expect(Calculator(form: [1, 0, 0, 25] + open + [0]) == nil)
    #expect(Calculator(form: [1, 0, 0, 24] + open.dropLast() + [0]) != nil)
}

@Test(arguments: Keypad.allCases)
func `E342 any bytes are refused or give a state that any keys leave well formed`(keypad: Keypad) {
    var random = SplitMix(seed: UInt64(keypad.rawValue) + 342)
    var calculator = Calculator(keypad)
    var taken = 0
    for _ in 0..<12_000 {
        calculator.press(random.key())
        if random.next(below: 100) == 0 { calculator.change(to: random.keypad()) }
        for bytes in [random.mutated(calculator.form), [keypad.rawValue] + random.bytes(12)] {
            guard let copy = Calculator(form: bytes) else { continue }
            taken += 1
            guard copy.form == bytes, copy.isWellFormed, copy.comesBack,
                taken % 16 > 0 || copy.staysWellFormed(&random)
            else {
                Issue.record("\(bytes): \(copy)")
                return
            }
        }
    }
    #expect(taken > 1000)
}

@Test func `E343 the form is the same on every machine`() {
    #expect(typed(.scientific, "1 2 + 5").form == [1, 0, 0, 3, 0, 0, 12, 16, 0, 0, 5, 0])
    #expect(
        typed(.standard, "1 2 + 5").form == [5, 0, 8, 0, 5, 0, 0, 0, 12, 0, 12, 0, 0])
    #expect(
        typed(.scientific, "rad - 1 . 5 EE - 3 MS").form
            == [1, 3, 3, 3, 0xD0, 15, 1, 2, 8, 0, 0x26, 15, 3, 3, 3, 0xD0, 15, 0])
    #expect(
        typed(.standard, "4 sqrt + 1 / 3 =").form
            == [5, 0, 0x13, 2, 0x10, 1, 0, 4, 0, 2, 0, 0, 0, 1, 3, 0, 0, 3, 0, 1, 3, 0, 3, 0])
    #expect(typed(.formula, "1 / 0 =").form == [0, 0, 2, 3, 0, 0, 1, 19, 0, 0, 0, 0, 0])
    #expect(typed(.chain, ". . ").form == [3, 0, 0, 16, 0, 2])
}

@Test func `E344 forms are short`() {
    for keypad in Keypad.allCases { #expect(Calculator(keypad).form.count <= 8) }
    for keypad in Keypad.allCases { #expect(typed(keypad, "1 2 + 5").form.count <= 25) }
    var largest = typed(.standard, "1 9 9 9 fact MS")
    largest.type("sqrt sq sqrt + MR neg sq sqrt neg neg neg")
    #expect(largest.comesBack && largest.form.count <= EngineLimits.stateBytesMax)
}

@Test func `E345 the notice is the last byte and can be forgotten`() {
    var calculator = typed(.scientific, "1 2 )")
    #expect(calculator.notice == .nothingToClose && calculator.form.last == 5)
    let form = calculator.form
    calculator.clearNotice()
    #expect(calculator.notice == nil && calculator.form == form.dropLast() + [0])
    for (index, notice) in Notice.allCases.enumerated() {
        #expect(Calculator(form: form.dropLast() + [UInt8(index + 1)])?.notice == notice)
    }
    #expect(Calculator(form: form.dropLast() + [UInt8(Notice.allCases.count + 1)]) == nil)
}

extension SplitMix {
    fileprivate mutating func keypad() -> Keypad {
        Keypad.allCases[next(below: Keypad.allCases.count)]
    }
}

extension Calculator {
    fileprivate var isWellFormed: Bool {
        display.isWellFormed && byteCount <= EngineLimits.stateBytesMax
            && form.count <= EngineLimits.stateBytesMax
    }

    /// Presses a hundred random keys.
    fileprivate func staysWellFormed(_ random: inout SplitMix) -> Bool {
        var calculator = self
        for _ in 0..<100 {
            calculator.press(random.key())
            guard calculator.byteCount <= EngineLimits.stateBytesMax else { return false }
        }
        return calculator.isWellFormed && calculator.comesBack
    }
}
