extension RequestHead {
    enum Parsed: Equatable {
        /// The end of the head has not arrived.
        case incomplete
        /// A head, and its size in bytes.
        case head(RequestHead, count: Int)
        case refused(HeadError)
    }

    /// Ordinary heads have fewer than 1,000 bytes. Cookies of other servers on the same host can make them
    /// longer.
    static let bytesMax = 8_192
    /// A room name of 64 characters has up to 770 bytes when percent-encoded.
    static let targetBytesMax = 2_048
    private static let fieldsMax = 100

    /// Parses the head at the start of `bytes`. Every input has a result, in a time proportional to its length.
    static func parse(_ bytes: some RandomAccessCollection<UInt8>) -> Parsed {
        var rest = bytes[...]
        // A client may send an empty line before a request (RFC 9112, section 2.2).
        if rest.starts(with: lineEnd) { rest = rest.dropFirst(2) }
        var lines: [[UInt8]] = []
        while let end = rest.firstIndex(of: lineFeed) {
            guard rest.distance(from: bytes.startIndex, to: end) < bytesMax else { break }
            let line = rest[..<end]
            guard line.last == carriageReturn else { return .refused(.lineEnd) }
            rest = rest[rest.index(after: end)...]
            guard line.count > 1 else {
                let count = bytes.count - rest.count
                do throws(HeadError) {
                    return .head(try RequestHead(lines: lines), count: count)
                } catch {
                    return .refused(error)
                }
            }
            guard lines.count <= fieldsMax else { return .refused(.tooLong) }
            lines.append(Array(line.dropLast()))
        }
        if lines.isEmpty, rest.count > targetBytesMax + 100 { return .refused(.targetTooLong) }
        return bytes.count < bytesMax ? .incomplete : .refused(.tooLong)
    }

    private init(lines: [[UInt8]]) throws(HeadError) {
        guard let first = lines.first else { throw .requestLine }
        let words = first.split(separator: space, omittingEmptySubsequences: false)
        guard words.count == 3, !words[0].isEmpty, words[0].allSatisfy(isTokenByte) else {
            throw .requestLine
        }
        isCurrentVersion = words[2].elementsEqual("HTTP/1.1".utf8)
        guard isCurrentVersion || words[2].elementsEqual("HTTP/1.0".utf8) else {
            throw words[2].starts(with: "HTTP/".utf8) ? .version : .requestLine
        }
        method =
            if words[0].elementsEqual("GET".utf8) {
                .get
            } else if words[0].elementsEqual("HEAD".utf8) { .head } else { .other }
        guard words[1].count <= Self.targetBytesMax else { throw .targetTooLong }
        guard !words[1].isEmpty, words[1].allSatisfy({ $0 > space && $0 != 0x7f }) else {
            throw .target
        }
        // CONNECT has a host as its target, and OPTIONS may have "*". The server answers neither method.
        let (target, host) =
            method == .other ? ("/", nil) : try Self.target(Array(words[1]))
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = String(parts[0])
        query = parts.count > 1 ? String(parts[1]) : ""
        var fields = try Self.fields(lines.dropFirst())
        if let host {
            // The host of a complete URL in the request line overrides the header.
            fields = fields.filter { $0.name != "host" } + [Field(name: "host", value: host)]
        }
        self.fields = fields
        try checkBody()
    }

    private static func fields(_ lines: ArraySlice<[UInt8]>) throws(HeadError) -> [Field] {
        var fields: [Field] = []
        for line in lines {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0,
                line[..<colon].allSatisfy(isTokenByte),
                line[colon...].allSatisfy(isValueByte)
            else { throw .field }
            let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
            if uniqueNames.contains(name), fields.contains(where: { $0.name == name }) {
                throw .duplicate(name)
            }
            var value = line[(colon + 1)...].drop(while: isBlank)
            while let last = value.last, isBlank(last) { value.removeLast() }
            fields.append(Field(name: name, value: String(decoding: value, as: UTF8.self)))
        }
        return fields
    }

    /// Parses the target of a request: a path, or a complete URL as in requests to a proxy.
    private static func target(_ bytes: [UInt8]) throws(HeadError) -> (path: String, host: String?)
    {
        guard hasValidEscapes(bytes), let text = String(validating: bytes, as: UTF8.self) else {
            throw .target
        }
        if text.hasPrefix("/") { return (text, nil) }
        guard let scheme = text.firstRange(of: "://"),
            ["http", "https"].contains(text[..<scheme.lowerBound].lowercased())
        else { throw .target }
        let rest = text[scheme.upperBound...]
        let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        let path = rest[end...]
        return (path.hasPrefix("/") ? String(path) : "/" + path, String(rest[..<end]))
    }

    /// Refuses a body of GET or HEAD, which one program reads as a body and another one as the next request.
    private func checkBody() throws(HeadError) {
        guard method != .other else { return }
        guard self["transfer-encoding"] == nil, ["0", nil].contains(self["content-length"]) else {
            throw .body
        }
    }

    /// Headers that affect decisions and may occur only once, because some programs use the first and others
    /// the last.
    private static let uniqueNames: Set = [
        "host", "origin", "upgrade", "sec-websocket-key", "sec-websocket-version", "content-length",
        "x-forwarded-for",
    ]
}

/// The reason why the head of a request is refused.
struct HeadError: Error, Equatable {
    let status: Response.Status
    let sentence: String

    init(_ sentence: String, _ status: Response.Status = .badRequest) {
        self.status = status
        self.sentence = sentence
    }

    static let requestLine = HeadError("The request line must be METHOD PATH HTTP/1.1.")
    static let version = HeadError("This server supports HTTP/1.1.", .versionNotSupported)
    static let target = HeadError("The address of the request is not a valid path or URL.")
    static let targetTooLong = HeadError("The address is too long.", .uriTooLong)
    static let lineEnd = HeadError("The lines of a request must end with CR and LF.")
    static let field = HeadError("A header must be Name: value.")
    static func duplicate(_ name: String) -> HeadError {
        HeadError("The header \(name) occurs twice.")
    }
    static let body = HeadError("GET and HEAD must not have a body.")
    static let tooLong = HeadError("The headers of the request are too long.", .headersTooLarge)

    var response: Response { .sentence(status, sentence) }
}

private let space = UInt8(ascii: " ")
private let lineFeed = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")
private let lineEnd = [carriageReturn, lineFeed]

private func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == UInt8(ascii: "\t") }

/// True for the bytes of a token (RFC 9110, section 5.6.2).
private func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
}

/// True for the bytes of a field value (RFC 9110, section 5.5).
private func isValueByte(_ byte: UInt8) -> Bool {
    byte >= space && byte != 0x7f || byte == UInt8(ascii: "\t")
}

/// True if each percent sign starts the code of a byte that is not a control character.
private func hasValidEscapes(_ bytes: [UInt8]) -> Bool {
    bytes.indices.allSatisfy { index in
        guard bytes[index] == UInt8(ascii: "%") else { return true }
        let digits = bytes[(index + 1)...].prefix(2).compactMap { digit in
            Character(Unicode.Scalar(digit)).hexDigitValue
        }
        guard digits.count == 2 else { return false }
        let byte = digits[0] * 16 + digits[1]
        return byte >= Int(space) && byte != 0x7f
    }
}
