import ExactNumbers
import Testing
import SeededNumbers

@testable import CalculatorEngine

@Test(arguments: Keypad.allCases)
func `random states and lines survive encoding and decoding`(keypad: Keypad) {
    var random = SplitMix(seed: UInt64(keypad.rawValue) + 340)
    var calculator = Calculator(keypad)
    for number in 0..<15_000 {
        let outcome = calculator.press(random.key())
        var unfinished: Calculation?
        if random.next(below: 200) == 0 {
            unfinished = calculator.change(to: random.keypad())
        }
        guard calculator.roundTrips, outcome.calculation?.roundTrips ?? true,
            unfinished?.roundTrips ?? true
        else {
            Issue.record("\(keypad), key \(number): \(calculator.encoding), \(outcome)")
            return
        }
    }
}

@Test func `the largest numbers survive encoding and decoding`() {
    let keys = [
        "1 9 9 9 fact MS + 1 3 inv =", "1 9 9 9 fact MS - MR * MR sqrt MR inv", "pi / 7 MS cos",
        "2 sqrt MS + 1 sqrt sq M+ sin", "3 2 4 8 fact * 3 2 4 8 fact =", "1 EE 9 9 9 9 * 1 0 =",
        "1 EE - 9 9 9 9 MS neg", "1 0 0 0 MS tip10 tip15 + 5 tip20", "rad 1 tan atan M- =",
        "0 M- MC",
    ]
    for keypad in Keypad.allCases {
        for keys in keys {
            let calculator = typed(keypad, keys)
            #expect(calculator.roundTrips, "\(keypad) \(keys)")
        }
    }
}

@Test func `states after every pair of keys survive encoding and decoding`() {
    for keypad in Keypad.allCases {
        for first in Key.all {
            for second in Key.all {
                var calculator = typed(keypad, "1 2 + 0 . 5")
                calculator.press(first)
                calculator.press(second)
                #expect(calculator.roundTrips, "\(keypad) \(first.name) \(second.name)")
            }
        }
    }
}

@Test func `non-canonical encodings are rejected`() {
    #expect(Calculator(encoding: []) == nil)
    #expect(Calculator(encoding: [0, 0, 0, 0]) == nil)
    #expect(Calculator(encoding: [0, 0, 0, 0, 0, 0]) == nil)
    // 12 in two bytes; the second byte is redundant.
    #expect(Calculator(encoding: [0, 0, 0, 1, 0, 0, 0x8C, 0, 0]) == nil)
    // 2 ÷ 4, −0 and 0 × π in the memory.
    #expect(Calculator(encoding: [0, 2, 2, 2, 4, 0, 0, 0]) == nil)
    #expect(Calculator(encoding: [0, 2, 1, 0, 0, 0, 0]) == nil)
    #expect(Calculator(encoding: [0, 2, 4, 0, 0, 0, 0]) == nil)
    #expect(Calculator(encoding: [0, 2, 4, 1, 0, 0, 0]) != nil)
}

@Test func `encodings of unreachable states are rejected`() {
    // An operator without a left side, and a closing parenthesis without an open one.
    #expect(Calculator(encoding: [0, 0, 0, 1, 0x10, 0]) == nil)
    #expect(Calculator(encoding: [0, 0, 0, 2, 0, 0, 5, 0x0B, 0]) == nil)
    // The result of an empty expression.
    #expect(Calculator(encoding: [0, 0, 1, 0, 0, 5, 0]) == nil)
    // Ten characters, on a keypad that accepts nine and on one that accepts them.
    let digits: [UInt8] = [0, 0x8F, 0xA4, 0xDE, 0x92, 0x14]
    #expect(Calculator(encoding: [Keypad.chain.rawValue, 0, 0] + digits + [0]) == nil)
    #expect(Calculator(encoding: [Keypad.standard.rawValue, 0, 0] + digits + [0]) != nil)
    // 25 open parentheses.
    let open = [UInt8](repeating: 0x0A, count: 25)
    #expect(Calculator(encoding: [1, 0, 0, 25] + open + [0]) == nil)
    #expect(Calculator(encoding: [1, 0, 0, 24] + open.dropLast() + [0]) != nil)
}

@Test(arguments: Keypad.allCases)
func `random bytes are rejected or decode to a state that stays valid`(keypad: Keypad) {
    var random = SplitMix(seed: UInt64(keypad.rawValue) + 342)
    var calculator = Calculator(keypad)
    var decodedCount = 0
    for _ in 0..<12_000 {
        calculator.press(random.key())
        if random.next(below: 100) == 0 { calculator.change(to: random.keypad()) }
        for bytes in [random.mutated(calculator.encoding), [keypad.rawValue] + random.bytes(12)] {
            guard let copy = Calculator(encoding: bytes) else { continue }
            decodedCount += 1
            guard copy.encoding == bytes, copy.isWellFormed, copy.roundTrips,
                decodedCount % 16 > 0 || copy.staysWellFormed(&random)
            else {
                Issue.record("\(bytes): \(copy)")
                return
            }
        }
    }
    #expect(decodedCount > 1000)
}

@Test func `the encoding is fixed`() {
    #expect(typed(.scientific, "1 2 + 5").encoding == [1, 0, 0, 3, 0, 0, 12, 16, 0, 0, 5, 0])
    #expect(
        typed(.standard, "1 2 + 5").encoding == [5, 0, 8, 0, 5, 0, 0, 0, 12, 0, 12, 0, 0])
    #expect(
        typed(.scientific, "rad - 1 . 5 EE - 3 MS").encoding
            == [1, 3, 3, 3, 0xD0, 15, 1, 2, 8, 0, 0x26, 15, 3, 3, 3, 0xD0, 15, 0])
    #expect(
        typed(.standard, "4 sqrt + 1 / 3 =").encoding
            == [5, 8, 0, 1]
            + [0x13, 2, 0x10, 1, 0, 4, 0, 2, 0, 0, 0, 1, 3, 0, 0, 3, 0, 1, 3, 0, 3, 0])
    #expect(typed(.formula, "1 / 0 =").encoding == [0, 0, 2, 3, 0, 0, 1, 19, 0, 0, 0, 0, 0])
    #expect(typed(.chain, ". . ").encoding == [3, 0, 0, 16, 0, 2])
}

@Test func `encodings are short`() {
    for keypad in Keypad.allCases { #expect(Calculator(keypad).encoding.count <= 8) }
    for keypad in Keypad.allCases { #expect(typed(keypad, "1 2 + 5").encoding.count <= 25) }
    var largest = typed(.standard, "1 9 9 9 fact MS")
    largest.type("sqrt sq sqrt + MR neg sq sqrt neg neg neg")
    #expect(largest.roundTrips && largest.encoding.count <= EngineLimits.stateBytesMax)
}

@Test func `the notice is the last byte and can be cleared`() {
    var calculator = typed(.scientific, "1 2 )")
    #expect(calculator.notice == .nothingToClose && calculator.encoding.last == 5)
    let encoding = calculator.encoding
    calculator.clearNotice()
    #expect(calculator.notice == nil && calculator.encoding == encoding.dropLast() + [0])
    for (index, notice) in Notice.allCases.enumerated() {
        #expect(Calculator(encoding: encoding.dropLast() + [UInt8(index + 1)])?.notice == notice)
    }
    #expect(Calculator(encoding: encoding.dropLast() + [UInt8(Notice.allCases.count + 1)]) == nil)
}

extension SplitMix {
    fileprivate mutating func keypad() -> Keypad {
        Keypad.allCases[next(below: Keypad.allCases.count)]
    }
}

extension Calculator {
    fileprivate var isWellFormed: Bool {
        display.isWellFormed && byteCount <= EngineLimits.stateBytesMax
            && encoding.count <= EngineLimits.stateBytesMax
    }

    /// True if the state is still valid after a hundred random keys.
    fileprivate func staysWellFormed(_ random: inout SplitMix) -> Bool {
        var calculator = self
        for _ in 0..<100 {
            calculator.press(random.key())
            guard calculator.byteCount <= EngineLimits.stateBytesMax else { return false }
        }
        return calculator.isWellFormed && calculator.roundTrips
    }
}
