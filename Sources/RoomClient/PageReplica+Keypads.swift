import CalculatorEngine
import ExactNumbers
import SharedRoom

/// All keypads as a page draws them: their keys in rows, as JSON.
///
///     {"keypads":[{"name":"formula","rows":[[{"look":"clear","key":"C"},…],…],"landscapeRows":[]},…]}
extension PageReplica {
    public static var keypads: [UInt8] {
        var writer = JSONWriter(capacity: 8192)
        writer.beginObject()
        writer.beginList("keypads")
        for keypad in Keypad.allCases {
            writer.beginObject()
            writer.member("name", keypad.name)
            let layout = keypad.layout
            write("rows", layout.rows, to: &writer)
            write("landscapeRows", layout.landscapeRows, to: &writer)
            writer.endObject()
        }
        writer.endList()
        writer.endObject()
        return writer.bytes
    }

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
