/// An HTTP response.
struct Response: Sendable {
    struct Status: Equatable {
        let code: Int
        let text: String

        static let ok = Status(code: 200, text: "OK")
        static let movedPermanently = Status(code: 301, text: "Moved Permanently")
        static let notModified = Status(code: 304, text: "Not Modified")
        static let badRequest = Status(code: 400, text: "Bad Request")
        static let forbidden = Status(code: 403, text: "Forbidden")
        static let notFound = Status(code: 404, text: "Not Found")
        static let methodNotAllowed = Status(code: 405, text: "Method Not Allowed")
        static let uriTooLong = Status(code: 414, text: "URI Too Long")
        static let upgradeRequired = Status(code: 426, text: "Upgrade Required")
        static let tooManyRequests = Status(code: 429, text: "Too Many Requests")
        static let headersTooLarge = Status(code: 431, text: "Request Header Fields Too Large")
        static let serviceUnavailable = Status(code: 503, text: "Service Unavailable")
        static let versionNotSupported = Status(code: 505, text: "HTTP Version Not Supported")
    }

    var status: Status
    var headers: [(name: String, value: String)] = []
    var body: [UInt8] = []
    /// The origins whose pages may show this page in a frame.
    var embeddingOrigins: [String] = []

    /// A response with a sentence as plain text.
    static func sentence(_ status: Status, _ sentence: String) -> Response {
        Response(
            status: status, headers: [("Content-Type", "text/plain; charset=utf-8")],
            body: Array((sentence + "\n").utf8))
    }

    /// A redirection to another path of this server.
    static func redirection(to path: String) -> Response {
        var response = sentence(.movedPermanently, "This page is at \(path).")
        response.headers.append(("Location", path))
        return response
    }

    /// A document that changes, so that caches must not store it.
    static func document(_ type: String, _ body: [UInt8]) -> Response {
        Response(
            status: .ok, headers: [("Content-Type", type), ("Cache-Control", "no-store")],
            body: body)
    }

    /// The encoded status line and headers. Every response has these headers except 101 Switching Protocols, which
    /// libwebsockets writes.
    ///
    /// - Parameter length: The header from which the client knows the end of the body. Nil if there is no body, or if
    ///   it ends with the connection.
    func head(_ length: (String, String)?, closesConnection: Bool) -> [UInt8] {
        let type = headers.first { $0.name == "Content-Type" }?.value
        var all =
            headers + SecurityHeaders.all(forContentType: type, embeddableIn: embeddingOrigins)
        if closesConnection { all.append(("Connection", "close")) }
        if let length { all.append(length) }
        let lines = all.map { "\($0): \($1)\r\n" }.joined()
        return Array("HTTP/1.1 \(status.code) \(status.text)\r\n\(lines)\r\n".utf8)
    }
}

/// The headers of every response that restrict browsers.
enum SecurityHeaders {
    /// The policy of pages: scripts, styles and other files come from this server, nothing is inline, and only
    /// WebAssembly is compiled at run time.
    private static let contentPolicy = [
        "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'",
        "img-src 'self' data:", "connect-src 'self'", "manifest-src 'self'",
        "worker-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors ",
    ].joined(separator: "; ")

    /// The shorter policy of other files. It matters only if a browser opens the file outside a page.
    private static let filePolicy = "default-src 'self'; frame-ancestors 'none'"

    /// The headers for a content type.
    ///
    /// 304 Not Modified has no type. It has the headers of a page, because browsers replace the headers of the
    /// stored response with them.
    ///
    /// - Parameter origins: The origins whose pages may show this page in a frame. `X-Frame-Options` cannot name them,
    ///   and the older browsers that know only this header then allow any.
    static func all(
        forContentType type: String?, embeddableIn origins: [String]
    ) -> [(String, String)] {
        let isFile = type.map { !$0.hasPrefix("text/html") } ?? false
        let sniffing = ("X-Content-Type-Options", "nosniff")
        if isFile { return [("Content-Security-Policy", filePolicy), sniffing] }
        let ancestors = origins.isEmpty ? "'none'" : origins.joined(separator: " ")
        let framing = origins.isEmpty ? [("X-Frame-Options", "DENY")] : []
        return [("Content-Security-Policy", contentPolicy + ancestors), sniffing] + framing
            + [("Referrer-Policy", "no-referrer")]
    }
}
