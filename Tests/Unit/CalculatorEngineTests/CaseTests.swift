import Testing

@testable import CalculatorEngine

// The columns of a table are keys, main line and reason. The tables of the keypads can have a fourth
// column, the expression line.

@Test(arguments: CaseTable("running.tsv").rows)
func `running rules match their table`(row: CaseTable.Row) {
    #expect(shown(.standard, row.columns[0]) == row.columns[1])
}

@Test(arguments: CaseTable("formula.tsv").rows)
func `formula rules match their table`(row: CaseTable.Row) {
    #expect(shown(.scientific, row.columns[0]) == row.columns[1])
}

@Test(arguments: Keypad.allCases)
func `each keypad matches its own table`(keypad: Keypad) {
    for row in CaseTable("\(keypad)-keypad.tsv").rows {
        let display = typed(keypad, row.columns[0]).display
        #expect(display.main.text.string == row.columns[1], "\(row.place): \(row.columns[0])")
        if row.columns.count > 3 {
            #expect(display.expression.string == row.columns[3], "\(row.place): \(row.columns[0])")
        }
    }
}
