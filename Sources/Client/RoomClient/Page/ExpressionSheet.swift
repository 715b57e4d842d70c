import CalculatorEngine
import SharedRoom

/// Answers for the page's editor of expressions, as JSON. They change nothing.
///
/// Few participants edit expressions. The replica's module therefore passes the calculator on display to the
/// page in its binary form, and this type, in a module of its own (BrowserEditor), interprets it.
public struct ExpressionSheet {
    private let calculator: Calculator

    public init(_ calculator: Calculator) {
        self.calculator = calculator
    }

    /// Nil unless the text is the base 64 of a calculator's binary form.
    public init?(_ text: ArraySlice<UInt8>) {
        guard let bytes = Base64.decoded(text), let calculator = Calculator(encoded: bytes) else {
            return nil
        }
        self.init(calculator)
    }

    /// The answer to a text that is not a calculator.
    public static var noCalculator: [UInt8] { PageReplica.errorAnswer("calculator") }

    /// The keys that type the expression on display, such as `{"keys":["2","*","3"],"finished":true}`.
    /// `finished` is present if the display shows a result or an error.
    public var expression: [UInt8] {
        var writer = Self.object
        writer.member("keys", calculator.expressionKeys)
        if calculator.isFinished { writer.member("finished", true) }
        writer.endObject()
        return writer.bytes
    }

    /// The keys of a text, such as `{"keys":["2","*","3"]}`, or `{"error":"text","at":3}` with the name of an
    /// `ExpressionError.Reason` and the position in UTF-16 of the first character that is not understood or
    /// cannot be typed.
    public func parsed(_ text: [UInt8]) -> [UInt8] {
        var writer = Self.object
        do throws(ExpressionError) {
            writer.member("keys", try calculator.keys(of: text))
        } catch {
            writer.member("error", error.reason.name)
            writer.member("at", Self.utf16Count(of: text[..<error.place]))
        }
        writer.endObject()
        return writer.bytes
    }

    /// The effect of keys, whose names are separated by blanks, on a cleared calculator:
    /// `{"editor":{"pieces":["2"," × "],"main":"2","expression":"2 ×","complete":false}}`.
    ///
    /// | member | meaning |
    /// | --- | --- |
    /// | `pieces` | the text of each key; empty for a key that types nothing |
    /// | `main`, `expression` | the display after these keys |
    /// | `complete` | true if `=` gives a result |
    /// | `result` | the main line after `=`, if complete |
    /// | `rounded` | true if the result is rounded, otherwise omitted |
    /// | `problem`, `problemAt` | the notice of the first key without an effect, if any, and its index |
    ///
    /// The errors are `key` for an unknown name, `keys` for too many keys, and `work` for too much work.
    public func editor(_ names: [UInt8]) -> [UInt8] {
        var keys: [Key] = []
        for name in names.split(separator: UInt8(ascii: " ")) {
            guard let key = Key(named: name) else { return PageReplica.errorAnswer("key") }
            keys.append(key)
        }
        guard keys.count <= EngineLimits.replayKeysMax else {
            return PageReplica.errorAnswer("keys")
        }
        guard let edited = calculator.edited(keys) else { return PageReplica.errorAnswer("work") }
        var writer = Self.object
        writer.beginObject("editor")
        Self.write(edited, to: &writer)
        writer.endObject()
        writer.endObject()
        return writer.bytes
    }

    private static var object: JSONWriter {
        var writer = JSONWriter(capacity: 512)
        writer.beginObject()
        return writer
    }

    private static func write(_ edited: EditedExpression, to writer: inout JSONWriter) {
        writer.beginList("pieces")
        for piece in edited.pieces { writer.string(piece) }
        writer.endList()
        writer.member("main", edited.display.main.text)
        writer.member("expression", edited.display.expression)
        writer.member("complete", edited.result != nil)
        if let result = edited.result { writer.member("result", result.text) }
        if edited.isRounded { writer.member("rounded", true) }
        if let problem = edited.problem {
            writer.member("problem", problem.notice.name)
            writer.member("problemAt", Int64(problem.index))
        }
    }

    private static func utf16Count(of text: ArraySlice<UInt8>) -> Int64 {
        text.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : $1 >= 0xF0 ? 2 : 1) }
    }
}
