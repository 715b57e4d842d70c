import CalculatorEngine
import ExactNumbers
import SharedRoom

/// All keypads as a page draws them, their keys in rows, and what a keyboard types, as JSON.
///
///     {"keypads":[{"name":"formula","example":"2 + 3 × 4 = 14","rows":[[{"look":"clear","key":"C"},…],…],…},…],"keyboard":{"Enter":"=",…}}
extension PageReplica {
    public static var keypads: [UInt8] {
        var writer = JSONWriter(capacity: 8192)
        writer.beginObject()
        writer.beginList("keypads")
        for keypad in Keypad.allCases {
            writer.beginObject()
            writer.member("name", keypad.name)
            writer.member("example", keypad.policies.rules.example.bytes)
            let layout = keypad.layout
            write("rows", layout.rows, to: &writer)
            write("landscapeRows", layout.landscapeRows, to: &writer)
            writer.endObject()
        }
        writer.endList()
        writer.beginObject("keyboard")
        for (name, key) in Self.keyboard { writer.member(name, key) }
        writer.endObject()
        writer.endObject()
        return writer.bytes
    }

    /// The keys of a keyboard that are not named like those of a keypad. A comma is the decimal mark
    /// of half the world.
    private static let keyboard: [(StaticString, StaticString)] = [
        (",", "."), ("Enter", "="), ("Backspace", "back"), ("Escape", "C"), ("Delete", "CE"),
        ("^", "pow"), ("!", "fact"), ("×", "*"), ("÷", "/"), ("−", "-"),
    ]

    private static func write(
        _ name: StaticString, _ rows: [[KeypadLayout.Cell]], to writer: inout JSONWriter
    ) {
        writer.beginList(name)
        for row in rows {
            writer.beginList()
            for cell in row { write(cell, to: &writer) }
            writer.endList()
        }
        writer.endList()
    }

    private static func write(_ cell: KeypadLayout.Cell, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("look", cell.face.look)
        let key = cell.face.key(isInverse: false, angleUnit: .degrees)
        if let key { writer.member("key", key.name) }
        let inverse = cell.face.key(isInverse: true, angleUnit: .degrees)
        if let inverse, inverse != key { writer.member("inverse", inverse.name) }
        let inRadians = cell.face.key(isInverse: false, angleUnit: .radians)
        if let inRadians, inRadians != key { writer.member("radians", inRadians.name) }
        if cell.columnCount > 1 { writer.member("columns", Int64(cell.columnCount)) }
        if cell.rowCount > 1 { writer.member("rows", Int64(cell.rowCount)) }
        writer.endObject()
    }
}
