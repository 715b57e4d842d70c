public import SharedRoom

/// The documents of a room as bytes, derived from the room alone. docs/http.md describes them.
public enum RoomDocuments {
    /// `{"seq":8,"at":1790000002250,"display":"5","expression":"7 +","keypad":"standard",…}`
    public static func state(of room: Room) -> [UInt8] {
        let display = room.calculator.display
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        writer.member("seq", room.sequence)
        writer.member("at", room.time)
        writer.member("display", display.main.text)
        writer.member("expression", display.expression)
        writer.member("keypad", display.keypad.name)
        if let form = display.form { writer.member(form) }
        writer.member("locked", room.isLocked)
        writer.member("door", room.isDoorOpen)
        writer.member("closed", room.status == .closed)
        writer.member("people", Int64(room.people.all.count))
        room.writeQuestion(to: &writer)
        writer.endObject()
        return writer.bytes + [newline]
    }

    static let newline = UInt8(ascii: "\n")
}

/// CSV fields.
extension RoomDocuments {
    static func csvLine(_ fields: [String]) -> String {
        fields.map(quoted).joined(separator: ",") + "\r\n"
    }

    private static func quoted(_ field: String) -> String {
        let needsQuotes = field.unicodeScalars.contains { "\",;\r\n\t".unicodeScalars.contains($0) }
        return needsQuotes ? "\"\(field.replacing("\"", with: "\"\""))\"" : field
    }

    /// Inserts an apostrophe wherever a spreadsheet would detect a formula (CSV injection). Some programs
    /// split cells at semicolons even inside quotes, so a formula can also begin after one. Programs ignore
    /// spaces before a formula.
    static func withoutFormulas(_ text: String) -> String {
        let beginnings = "=+-@\t\r＝＋－＠".unicodeScalars
        let ends = "\",;\t".unicodeScalars
        var result = String.UnicodeScalarView()
        var isAtBeginning = true
        for scalar in text.unicodeScalars {
            if isAtBeginning, beginnings.contains(scalar) { result.append("'") }
            result.append(scalar)
            isAtBeginning = ends.contains(scalar) || isAtBeginning && scalar == " "
        }
        return String(result)
    }
}
