/// The response to an HTTP request.
struct HTTPReply {
    let status: Int
    let head: String
    let body: String

    /// Sends a request and reads the response to its end: `HTTPReply(server, "GET / HTTP/1.1")`.
    init(
        _ server: TestServer, _ line: String, host: String? = nil, headers: [String] = [],
        authority: String? = nil
    ) throws {
        try self.init(
            port: server.port, line, host: host, headers: headers, authority: authority)
    }

    init(
        port: UInt16, _ line: String, host: String? = nil, headers: [String] = [],
        authority: String? = nil
    ) throws {
        let socket = try Socket(port: port, authority: authority)
        let lines =
            ["\(line)", "Host: \(host ?? "127.0.0.1:\(port)")", "Connection: close"]
            + headers
        try socket.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
        let answer = try socket.readToEnd()
        let end = Array("\r\n\r\n".utf8)
        let length = answer.firstRange(of: end)?.lowerBound ?? answer.count
        head = String(decoding: answer.prefix(length), as: UTF8.self)
        body = String(decoding: answer.dropFirst(length + end.count), as: UTF8.self)
        let words = head.split(separator: " ")
        status = words.count > 1 ? Int(words[1]) ?? 0 : 0
    }

    /// The value of a header.
    subscript(name: String) -> String? {
        head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
            .map { String($0.dropFirst(name.count + 1).drop { $0 == " " }) }
    }
}
