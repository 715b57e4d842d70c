/// What a load measured: a line each, or a member of an object. What was not measured is left out.
struct LoadReport {
    /// Whether it says more of the generator than of the server.
    var isOfTheGenerator = false
    private var rows: [(name: String, member: String, text: String)] = []

    mutating func add(_ name: String, _ member: String, _ amount: Double?, digits: Int = 0) {
        // Nothing by nothing is no figure.
        guard let amount, amount.isFinite else { return }
        rows.append((name, member, Self.text(amount, digits)))
    }

    mutating func add(_ name: String, _ member: String, _ amounts: [Double], digits: Int) {
        let texts = amounts.map { Self.text($0, digits) }
        rows.append((name, member, "[\(texts.joined(separator: ", "))]"))
    }

    var json: String {
        "{" + rows.map { "\"\($0.member)\":\($0.text)" }.joined(separator: ",") + "}"
    }

    var lines: [String] {
        let width = rows.map(\.name.count).max() ?? 0
        return rows.map { row in
            row.name + String(repeating: " ", count: width - row.name.count + 2) + row.text
        }
    }

    private static func text(_ amount: Double, _ digits: Int) -> String {
        var unit = 1.0
        for _ in 0..<digits { unit *= 10 }
        let whole = Int((amount * unit).rounded())
        guard digits > 0 else { return String(whole) }
        let rest = String(whole % Int(unit))
        let zeros = String(repeating: "0", count: digits - rest.count)
        return "\(whole / Int(unit)).\(zeros)\(rest)"
    }
}
