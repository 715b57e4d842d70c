/// An HTTP response.
struct Response: Sendable {
    enum Status: Int {
        case ok = 200
        case movedPermanently = 301
        case notModified = 304
        case badRequest = 400
        case forbidden = 403
        case notFound = 404
        case methodNotAllowed = 405
        case uriTooLong = 414
        case upgradeRequired = 426
        case tooManyRequests = 429
        case headersTooLarge = 431
        case serviceUnavailable = 503
        case versionNotSupported = 505

        var text: String {
            switch self {
            case .ok: "OK"
            case .movedPermanently: "Moved Permanently"
            case .notModified: "Not Modified"
            case .badRequest: "Bad Request"
            case .forbidden: "Forbidden"
            case .notFound: "Not Found"
            case .methodNotAllowed: "Method Not Allowed"
            case .uriTooLong: "URI Too Long"
            case .upgradeRequired: "Upgrade Required"
            case .tooManyRequests: "Too Many Requests"
            case .headersTooLarge: "Request Header Fields Too Large"
            case .serviceUnavailable: "Service Unavailable"
            case .versionNotSupported: "HTTP Version Not Supported"
            }
        }
    }

    var status: Status
    var headers: [(name: String, value: String)] = []
    var body: [UInt8] = []
    /// The origins whose pages may show this page in a frame.
    var embeddingOrigins: [String] = []

    /// How the client finds the end of the body.
    enum Length {
        case known(Int)
        case chunked
        /// By the end of the connection.
        case untilEnd
    }

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
    /// - Parameter length: Nil for 304 Not Modified, which has no body.
    func head(_ length: Length?, closesConnection: Bool) -> [UInt8] {
        var text = "HTTP/1.1 \(status.rawValue) \(status.text)\r\n"
        let type = headers.first { $0.name == "Content-Type" }?.value
        let security = SecurityHeaders.all(forContentType: type, embeddableIn: embeddingOrigins)
        for (name, value) in headers + security {
            text += "\(name): \(value)\r\n"
        }
        if closesConnection { text += "Connection: close\r\n" }
        switch length {
        case .known(let count): text += "Content-Length: \(count)\r\n"
        case .chunked: text += "Transfer-Encoding: chunked\r\n"
        case .untilEnd, nil: break
        }
        return Array((text + "\r\n").utf8)
    }
}
