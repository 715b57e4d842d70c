import SharedRoom

/// The head of an HTTP request: its request line and its headers, checked strictly.
///
/// All decisions about a request use this value. Parsing refuses every head that RFC 9112 lets recipients
/// interpret differently, because a proxy and the server must never read one head in two ways.
struct RequestHead: Equatable, Sendable {
    enum Method: Sendable {
        case get, head, other
    }

    let method: Method
    /// The path as the client sent it, with its percent-encoding.
    let path: String
    /// The text after the question mark.
    let query: String
    /// True for HTTP/1.1, false for HTTP/1.0.
    let isCurrentVersion: Bool
    let fields: [Field]

    struct Field: Equatable, Sendable {
        /// In lower case.
        let name: String
        let value: String
    }

    /// The value of a header by its name in lower case. The values of repeated headers are joined to a list.
    subscript(name: String) -> String? {
        let values = fields.lazy.filter { $0.name == name }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// The parts of a header between its commas.
    func list(_ name: String) -> [String] {
        (self[name] ?? "").split(separator: ",").map { $0.filter { $0 != " " && $0 != "\t" } }
    }

    func list(_ name: String, contains word: String) -> Bool {
        list(name).contains { $0.lowercased() == word }
    }

    var host: String? { self["host"] }

    /// The addresses through which a proxy received the request.
    var forwardedFor: String? { self["x-forwarded-for"] }

    /// True if the client asks for an upgrade to the WebSocket protocol.
    var asksForWebSocket: Bool { list("upgrade", contains: "websocket") }

    /// True if the client expects the connection to close after the response.
    var closesConnection: Bool { !isCurrentVersion || list("connection", contains: "close") }

    /// True for the page of a room that other pages may show in a frame. The query has nothing else, because the page
    /// decides by the same text (`isEmbed` in `static/offline/storage.js`).
    var asksForEmbed: Bool { query == "view=embed" && room != nil }

    /// The room whose page has this path.
    var room: RoomName? {
        guard path.hasPrefix("/rooms/") else { return nil }
        return RoomAddress.name(fromPathComponent: path.dropFirst("/rooms/".count).utf8)
    }
}
