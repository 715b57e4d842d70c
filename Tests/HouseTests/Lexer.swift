/// Splits Swift source into tokens, as far as the house rules need it: regular expression literals
/// are not known to it.
struct Lexer {
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    private var tokens: [Token] = []
    private var endOfLastToken = -1

    /// The tokens of a source text: `a!` gives the word `a` and, attached to it, the symbol `!`.
    static func tokens(of source: String) -> [Token] {
        var lexer = Lexer(bytes: Array(source.utf8))
        while lexer.position < lexer.bytes.count { lexer.readNext() }
        return lexer.tokens
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func readNext() {
        let byte = bytes[position]
        if byte.isSpace {
            skip(1)
        } else if starts(with: "//") {
            while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { skip(1) }
        } else if starts(with: "/*") {
            skipBlockComment()
        } else if let hashes = hashesBeforeQuote() {
            readString(hashes: hashes)
        } else if byte == UInt8(ascii: "`") {
            readRawIdentifier()
        } else if byte.isDigit {
            readNumber()
        } else if byte.isWordPart {
            read(.word) { $0.isWordPart }
        } else if byte.isOperatorPart {
            read(.symbol) { $0.isOperatorPart }
        } else {
            emit(.symbol, length: 1)
        }
    }

    // A block comment may hold others.
    private mutating func skipBlockComment() {
        var depth = 0
        repeat {
            if starts(with: "/*") {
                depth += 1
                skip(2)
            } else if starts(with: "*/") {
                depth -= 1
                skip(2)
            } else {
                skip(1)
            }
        } while depth > 0 && position < bytes.count
    }

    /// How many `#` open the string that begins here, or nil if none does.
    private func hashesBeforeQuote() -> Int? {
        let hashes = bytes[position...].prefix { $0 == UInt8(ascii: "#") }.count
        let quote = position + hashes
        return quote < bytes.count && bytes[quote] == UInt8(ascii: "\"") ? hashes : nil
    }

    private mutating func readString(hashes: Int) {
        let fence = String(repeating: "#", count: hashes)
        emit(.string, length: hashes)
        let quotes = starts(with: "\"\"\"") ? "\"\"\"" : "\""
        skip(quotes.utf8.count)
        while position < bytes.count, !starts(with: quotes + fence) {
            if starts(with: "\\" + fence + "(") {
                skip(1 + hashes)
                readInterpolation()
            } else {
                skip(starts(with: "\\" + fence) ? 2 + hashes : 1)
            }
        }
        skip((quotes + fence).utf8.count)
        endOfLastToken = position
    }

    private mutating func readInterpolation() {
        var depth = 0
        repeat {
            if starts(with: "(") { depth += 1 }
            if starts(with: ")") { depth -= 1 }
            readNext()
        } while depth > 0 && position < bytes.count
    }

    private mutating func readRawIdentifier() {
        let name = bytes[(position + 1)...].prefix { $0 != UInt8(ascii: "`") }
        emit(.rawIdentifier, length: name.count + 2)
    }

    private mutating func readNumber() {
        let isMember = endOfLastToken == position && tokens.suffix(2).map(\.text).isMemberAccess
        let isHexadecimal = starts(with: "0x")
        var end = position
        func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }
        while byte(end).isWordPart
            || (byte(end) == UInt8(ascii: ".") && byte(end + 1).isDigit && !isMember)
            || (byte(end).isSign && byte(end - 1).isExponent(isHexadecimal: isHexadecimal))
        {
            end += 1
        }
        emit(.number, length: end - position)
    }

    private mutating func read(_ kind: Token.Kind, while isPart: (UInt8) -> Bool) {
        emit(kind, length: bytes[position...].prefix(while: isPart).count)
    }

    private mutating func emit(_ kind: Token.Kind, length: Int) {
        let end = min(position + length, bytes.count)
        let text = String(decoding: bytes[position..<end], as: UTF8.self)
        let isAttached = endOfLastToken == position
        tokens.append(Token(kind: kind, text: text, line: line, isAttached: isAttached))
        skip(end - position)
        endOfLastToken = end
    }

    private mutating func skip(_ count: Int) {
        let end = min(position + count, bytes.count)
        line += bytes[position..<end].count { $0 == UInt8(ascii: "\n") }
        position = end
    }

    private func starts(with text: String) -> Bool {
        bytes[position...].starts(with: text.utf8)
    }
}

extension [String] {
    /// Whether these two tokens begin `.0` of a tuple and not the upper end of `0...1.5`.
    fileprivate var isMemberAccess: Bool { last == "." && first != "." }
}

extension UInt8 {
    fileprivate var isSpace: Bool { self <= UInt8(ascii: " ") }

    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    fileprivate var isWordPart: Bool {
        isDigit || self == UInt8(ascii: "_") || self >= 0x80
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }

    fileprivate var isOperatorPart: Bool { "/=-+!*%<>&|^~?".utf8.contains(self) }

    fileprivate var isSign: Bool { self == UInt8(ascii: "+") || self == UInt8(ascii: "-") }

    fileprivate func isExponent(isHexadecimal: Bool) -> Bool {
        self | 0x20 == (isHexadecimal ? UInt8(ascii: "p") : UInt8(ascii: "e"))
    }
}
