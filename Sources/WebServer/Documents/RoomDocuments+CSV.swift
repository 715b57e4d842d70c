import Foundation

extension RoomDocuments {
    /// The name of a participant, or the number if the name is empty. 0 is nobody.
    public static func person(_ number: UInt32, _ name: [UInt8]) -> String {
        number == 0 ? "nobody" : name.isEmpty ? "participant \(number)" : name.text
    }
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

extension [UInt8] {
    fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}
