import SharedRoom

/// The head of an HTTP request: its request line and its headers, checked strictly.
///
/// Everything that the server decides about a request comes from here. Where RFC 9112 lets a recipient guess,
/// this refuses: a proxy before the server and the server itself must never read one head in two ways.
struct RequestHead: Equatable, Sendable {
    enum Method: Sendable {
        case get, head, other
    }

    let method: Method
    /// The path as the client wrote it, percent-encoded or not.
    let path: String
    /// The text after the question mark.
    let query: String
    /// Whether the client speaks HTTP/1.1, not HTTP/1.0.
    let isCurrentVersion: Bool
    private let fields: [Field]

    struct Field: Equatable, Sendable {
        /// In lower case.
        let name: String
        let value: String
    }

    init(
        _ method: Method, target: String, host: String?, isCurrentVersion: Bool, fields: [Field]
    ) {
        self.method = method
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = String(parts[0])
        query = parts.count > 1 ? String(parts[1]) : ""
        self.isCurrentVersion = isCurrentVersion
        // The host of an address in the request line counts, not the header.
        self.fields =
            host.map { host in
                fields.filter { $0.name != "host" } + [Field(name: "host", value: host)]
            } ?? fields
    }

    /// The value of a header by its name in lower case. Several headers of one name are one list.
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

    /// Whether the client wants to speak the WebSocket protocol.
    var asksForWebSocket: Bool { list("upgrade", contains: "websocket") }

    /// Whether the client expects no further answer on this connection.
    var closesConnection: Bool { !isCurrentVersion || list("connection", contains: "close") }

    /// The room whose page is at this path.
    var room: RoomName? {
        roomPiece.flatMap { RoomAddress.name(fromPathPiece: $0.utf8) }
    }

    /// Whether the path would be a room's if its last piece were a name.
    var asksForRoom: Bool { roomPiece.map { !$0.contains("/") } ?? false }

    private var roomPiece: Substring? {
        path.hasPrefix("/rooms/") ? path.dropFirst("/rooms/".count) : nil
    }
}
