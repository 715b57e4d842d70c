import Testing

@testable import CalculatorEngine

@Test func `a key has one name and one code`() {
    let names = Key.all.map { $0.name.bytes.string }.joined(separator: " ")
    #expect(
        names
            == "0 1 2 3 4 5 6 7 8 9 . + - * / = % neg back C CE AC ( ) sqrt root sq cube pow inv"
            + " fact e pi ln log sin cos tan asin acos atan exp exp10 mod EE deg rad MC MR M+ M-"
            + " MS tip10 tip15 tip18 tip20 ans form")
    for key in Key.all {
        #expect(Key(named: key.name.bytes) == key)
        #expect(Key(code: key.code) == key)
    }
    for (code, key) in Key.all.enumerated() { #expect(Int(key.code) == code) }
    #expect(Key(code: UInt8(Key.all.count)) == nil)
}

@Test(arguments: Keypad.allCases)
func `every key leaves a valid display in every state`(keypad: Keypad) {
    for before in ["", "5", "5 +", "5 + 3", "5 + 3 =", "1 / 0 =", "9 sqrt", "sin", "2 EE"] {
        for key in Key.all {
            var calculator = typed(keypad, before)
            calculator.press(key)
            #expect(calculator.display.isWellFormed, "\(keypad): \(before) \(key.name)")
        }
    }
}

@Test(arguments: Keypad.allCases)
func `a keypad's layout is complete`(keypad: Keypad) {
    #expect(Keypad(named: keypad.name.bytes) == keypad)
    #expect(keypad.name.bytes.string == "\(keypad)")
    let cells = (keypad.layout.rows + keypad.layout.landscapeRows).joined()
    var faces: [KeypadLayout.Face] = []
    for cell in cells {
        #expect(!faces.contains(cell.face), "\(cell.face) is there twice")
        faces.append(cell.face)
        #expect(!cell.face.look.bytes.isEmpty)
    }
    for digit in Digit.allCases { #expect(faces.contains(.key(.digit(digit)))) }
    #expect(faces.contains(.key(.equals)))
}

@Test(arguments: [
    (Keypad.formula, 5, 4, 20), (.scientific, 6, 4, 23), (.simple, 4, 4, 16), (.chain, 5, 4, 17),
    (.tip, 6, 4, 22), (.standard, 7, 5, 29),
])
func `a keypad's rows fill their grid`(keypad: Keypad, rows: Int, columns: Int, keys: Int) {
    let layout = keypad.layout
    #expect(layout.rows.count == rows)
    #expect(layout.rows.map { $0.reduce(0) { $0 + $1.columnCount } }.max() == columns)
    #expect(layout.rows.joined().count == keys)
    let isScientific = keypad == .scientific
    #expect(layout.landscapeRows.map(\.count) == (isScientific ? [4, 4, 4, 4, 4, 4] : []))
    let tall = layout.rows.joined().filter { $0.rowCount == 2 }.map(\.face)
    #expect(tall == (isScientific ? [.key(.equals)] : []))
}

@Test func `results are exact and shown rounded`() {
    #expect(shown(.formula, "2 / 3 = * 3 =") == "2")
    #expect(shown(.formula, "5 neg / 8 / 1 0 0 0 0 0 =") == "-0.000006")
    #expect(shown(.standard, "2 / 3 neg =") == "-0.6666666666666667")
    #expect(shown(.formula, "1 EE 1 5 * 1 0 =") == "1e+16")
    #expect(shown(.scientific, "2 pow 1 0 0 =") == "1267650600228229401496703205376")
    #expect(shown(.scientific, "2 pow 1 0 7 =") == "1.6225927682921336339157801028813e+32")
    #expect(shown(.simple, "2 pow 2 0 0 = / 2 pow 1 9 9 =") != "2")
    #expect(shown(.tip, "1 EE 1 6 =") == "1e+16")
    #expect(shown(.tip, "1 EE 1 6 + 0 =") == "1e+16")
    #expect(shown(.tip, ". 0 0 4 + 0 =") == "0.00")
    #expect(shown(.tip, ". 0 0 5 + 0 =") == "0.01")
    #expect(shown(.formula, "1 EE 8 neg * 1 =") == "1e-8")
}
