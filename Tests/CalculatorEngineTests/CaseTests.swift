import Testing

@testable import CalculatorEngine

// What the tables say, a row a case: keys, main line, why; in the keypads' own tables also the
// line above, where it matters.

@Test(arguments: CaseTable("running.tsv").rows)
func `E120 running rules, as the table says`(row: CaseTable.Row) {
    #expect(shown(.standard, row.columns[0]) == row.columns[1])
}

@Test(arguments: CaseTable("formula.tsv").rows)
func `E140 formula rules, as the table says`(row: CaseTable.Row) {
    #expect(shown(.scientific, row.columns[0]) == row.columns[1])
}

@Test(arguments: Keypad.allCases)
func `E102 each keypad, as its own table says`(keypad: Keypad) {
    for row in CaseTable("\(keypad)-keypad.tsv").rows {
        let display = typed(keypad, row.columns[0]).display
        #expect(display.main.text.string == row.columns[1], "\(row.place): \(row.columns[0])")
        if row.columns.count > 3 {
            #expect(display.expression.string == row.columns[3], "\(row.place): \(row.columns[0])")
        }
    }
}
