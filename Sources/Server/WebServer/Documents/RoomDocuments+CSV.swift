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
