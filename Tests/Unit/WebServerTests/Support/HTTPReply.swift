import Testing

/// The response to an HTTP request.
struct HTTPReply {
    let status: Int
    let head: String
    let body: String

    /// Sends a request and reads the response to its end: `HTTPReply(port: 80, "HEAD / HTTP/1.1")`.
    init(
        port: UInt16, _ line: String, host: String? = nil, headers: [String] = [],
        authority: String? = nil
    ) throws {
        let socket = try Socket(port: port, authority: authority)
        let lines =
            [line, "Host: \(host ?? "127.0.0.1:\(port)")", "Connection: close"]
            + headers
        try socket.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
        let answer = try socket.readToEnd()
        let end = Array("\r\n\r\n".utf8)
        let length = answer.firstRange(of: end)?.lowerBound ?? answer.count
        head = String(decoding: answer.prefix(length), as: UTF8.self)
        let sent = answer.dropFirst(length + end.count)
        let isChunked = head.contains("\r\nTransfer-Encoding: chunked")
        let isWhole = isChunked && !line.hasPrefix("HEAD")
        body = String(decoding: isWhole ? try Self.joined(sent) : Array(sent), as: UTF8.self)
        let words = head.split(separator: " ")
        status = words.count > 1 ? Int(words[1]) ?? 0 : 0
    }

    /// The bytes of the chunks of a body.
    private static func joined(_ chunks: ArraySlice<UInt8>) throws -> [UInt8] {
        var (rest, body) = (chunks, [UInt8]())
        while let end = rest.firstIndex(of: 13) {
            let size = Int(String(decoding: rest[..<end], as: UTF8.self), radix: 16)
            let count = try #require(size)
            rest = rest[(end + 2)...]
            guard rest.count >= count + 2 else { break }
            body += rest.prefix(count)
            rest = rest.dropFirst(count + 2)
            if count == 0 { return body }
        }
        throw TestFailure.closed
    }

    /// The value of a header.
    subscript(name: String) -> String? {
        head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
            .map { String($0.dropFirst(name.count + 1).drop { $0 == " " }) }
    }
}

extension TestServer {
    func get(
        _ path: String, host: String? = nil, headers: [String] = [], authority: String? = nil
    ) throws -> HTTPReply {
        try HTTPReply(
            port: port, "GET \(path) HTTP/1.1", host: host, headers: headers, authority: authority)
    }
}
