import ExactNumbers

/// Answers a line of number operations with the result in every form, `~` before rounded texts: `3 2 /` gives
/// `decimal 1.5 | fraction 3/2 | mixed 1 1/2`. The oracle also uses it.
enum FormPlayer {
    static func answer(to line: [UInt8]) -> [UInt8] {
        var work = Work(limit: NumberPlayer.stepsMax)
        do throws(NumberError) {
            let number = try NumberStack.result(of: line, &work)
            return Array(forms(of: number).joined(separator: Array(" | ".utf8)))
        } catch {
            return Array(error.name.utf8)
        }
    }

    private static func forms(of number: Number) -> [[UInt8]] {
        var forms: [[UInt8]] = []
        for form in NumberForm.allCases {
            guard let text = number.text(as: form) else { continue }
            let name = form.name.withUTF8Buffer { Array($0) }
            forms.append(name + Array((text.isExact ? " " : " ~").utf8) + text.bytes)
        }
        return forms
    }
}
