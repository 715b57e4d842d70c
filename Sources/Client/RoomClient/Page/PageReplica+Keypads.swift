import CalculatorEngine
import ExactNumbers
import SharedRoom

/// All keypads with their keys in rows, and the meaning of keyboard keys, as JSON. The server delivers it as
/// `/keypads.json`, so that a page can draw a keypad before the WebAssembly module has loaded.
///
///     {"keypads":[{"name":"formula","example":"2 + 3 × 4 = 14",
///      "rows":[[{"look":"clear","key":"C"},…],…],"landscapeRows":[…]},…],"keyboard":{"Enter":"=",…}}
///
/// `rows` are ordered from top to bottom. `landscapeRows` are to the left of them, in landscape orientation
/// only. `example` shows the keypad's rules. Each key has these members:
///
/// | member | meaning |
/// | --- | --- |
/// | `look` | the class that the page styles the key by |
/// | `key` | the name for `pressed` |
/// | `local` | instead of `key` for keys that act on the page: `inverse` switches functions to their inverses, `left` and `right` move the cursor of the expression editor |
/// | `inverse` | the name instead of `key` while functions are inverted, if it differs |
/// | `radians` | the name instead of `key` while angles are in radians, if it differs |
/// | `columns`, `rows` | the size, unless it is 1; a key of two rows belongs to the upper one |
///
/// `keyboard` maps the names that browsers give to keyboard keys to the names of keypad keys, where they
/// differ.
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

    /// Keyboard keys whose names differ from the keypad's. A comma is the decimal mark in many countries.
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
        if case .local(let local) = cell.face { writer.member("local", local.name) }
        let inverse = cell.face.key(isInverse: true, angleUnit: .degrees)
        if let inverse, inverse != key { writer.member("inverse", inverse.name) }
        let inRadians = cell.face.key(isInverse: false, angleUnit: .radians)
        if let inRadians, inRadians != key { writer.member("radians", inRadians.name) }
        if cell.columnCount > 1 { writer.member("columns", Int64(cell.columnCount)) }
        if cell.rowCount > 1 { writer.member("rows", Int64(cell.rowCount)) }
        writer.endObject()
    }
}
