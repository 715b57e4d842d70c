/// A request for a WebSocket, as changes to a valid one, and the status of the response that RFC 6455 requires.
/// The names begin with its sections.
struct HandshakeRow: Sendable {
    let name: String
    let status: Int
    let requestLine: String
    /// The values that replace those of the valid request; nil removes the header.
    let changes: [String: String?]
    let moreHeaders: [String]

    private init(
        _ name: String, _ status: Int, _ changes: [String: String?] = [:],
        line: String = "GET /rooms/7b HTTP/1.1", more: [String] = []
    ) {
        self.name = name
        self.status = status
        self.changes = changes
        requestLine = line
        moreHeaders = more
    }

    var request: String {
        let valid: [(String, String?)] = [
            ("Host", "localhost"), ("Upgrade", "websocket"), ("Connection", "Upgrade"),
            ("Sec-WebSocket-Key", WebSocket.key), ("Sec-WebSocket-Version", "13"),
            ("Sec-WebSocket-Protocol", "calcroom.v1"),
        ]
        let headers = valid.compactMap { name, value in
            (changes[name] ?? value).map { "\(name): \($0)" }
        }
        return ([requestLine] + headers + moreHeaders + ["", ""]).joined(separator: "\r\n")
    }

    static let all = [
        requests, upgrades, keys, wrongVersions, versions, wrongProtocols, protocols, extensions,
    ].flatMap { $0 }

    private static let requests: [HandshakeRow] = [
        .init("4.2.1 a valid handshake", 101),
        .init("4.2.1 1 an older version of HTTP", 400, line: "GET /rooms/7b HTTP/1.0"),
        .init("4.2.1 1 an unknown version of HTTP", 505, line: "GET /rooms/7b HTTP/2.0"),
        .init("4.2.1 1 HEAD", 400, line: "HEAD /rooms/7b HTTP/1.1"),
        .init("4.2.1 1 POST", 400, line: "POST /rooms/7b HTTP/1.1"),
        .init("4.2.1 1 methods are case-sensitive", 400, line: "get /rooms/7b HTTP/1.1"),
        .init("4.2.1 1 an absolute URI", 101, line: "GET http://localhost/rooms/7b HTTP/1.1"),
        .init("4.2.1 1 a query", 101, line: "GET /rooms/7b?a=b HTTP/1.1"),
        .init("3 a fragment identifier", 404, line: "GET /rooms/7b#a HTTP/1.1"),
        .init("4.2.1 2 no host", 400, ["Host": nil]),
        .init("4.2.1 2 an empty host", 400, ["Host": ""]),
        .init("4.2.1 2 two hosts", 400, more: ["Host: localhost"]),
        .init("4.2.1 7 the origin of the server", 101, more: ["Origin: http://localhost"]),
        .init("4.2.1 7 two origins", 400, more: Array(repeating: "Origin: http://a", count: 2)),
        .init("4.2.1 10 unknown headers", 101, more: ["Cookie: a=b", "X-A: b"]),
        .init("4.2.1 10 a header of responses", 101, more: ["Sec-WebSocket-Accept: a"]),
        .init("4.2.2 4 an origin that is not acceptable", 403, more: ["Origin: http://a"]),
        .init("4.2.2 4 a resource that does not exist", 404, line: "GET /nothing HTTP/1.1"),
        .init("4.2.2 4 the home page", 404, line: "GET / HTTP/1.1"),
        .init("4.2.2 4 another resource", 404, line: "GET /healthz HTTP/1.1"),
        .init("4.2.2 4 an invalid name", 404, line: "GET /rooms/a%20b HTTP/1.1"),
        .init("4.2.1 a body", 400, more: ["Content-Length: 1"]),
    ]

    private static let upgrades: [HandshakeRow] = [
        // Without an upgrade to "websocket" the request asks for the page.
        .init("4.2.1 3 no upgrade", 200, ["Upgrade": nil]),
        .init("4.2.1 3 an empty upgrade", 200, ["Upgrade": ""]),
        .init("4.2.1 3 an upgrade to something else", 200, ["Upgrade": "h2c"]),
        .init("4.2.1 3 a longer word", 200, ["Upgrade": "websockets"]),
        .init("4.2.1 3 upper case", 101, ["Upgrade": "WEBSOCKET"]),
        .init("4.2.1 3 a list", 101, ["Upgrade": "h2c, websocket"]),
        .init("4.2.1 4 no connection", 400, ["Connection": nil]),
        .init("4.2.1 4 a connection that closes", 400, ["Connection": "close"]),
        .init("4.2.1 4 a longer word", 400, ["Connection": "upgraded"]),
        .init("4.2.1 4 upper case", 101, ["Connection": "UPGRADE"]),
        .init("4.2.1 4 a list", 101, ["Connection": "keep-alive, Upgrade"]),
        .init(
            "4.2.1 4 a list in two headers", 101, ["Connection": "keep-alive"],
            more: ["Connection: Upgrade"]),
    ]

    private static let keys: [HandshakeRow] = [
        .init("4.2.1 5 no key", 400, ["Sec-WebSocket-Key": nil]),
        .init("4.2.1 5 an empty key", 400, ["Sec-WebSocket-Key": ""]),
        .init("4.2.1 5 a short key", 400, ["Sec-WebSocket-Key": "AQIDBA=="]),
        .init("4.2.1 5 a long key", 400, ["Sec-WebSocket-Key": "\(WebSocket.key)AAAA"]),
        .init(
            "4.2.1 5 18 bytes", 400, ["Sec-WebSocket-Key": String(repeating: "A", count: 24)]),
        .init("4.2.1 5 no padding", 400, ["Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ"]),
        .init("4.2.1 5 not base 64", 400, ["Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25j!Q=="]),
        .init("4.2.1 5 spaces around the key", 101, ["Sec-WebSocket-Key": " \(WebSocket.key)\t"]),
        .init("11.3.1 two keys", 400, more: ["Sec-WebSocket-Key: \(WebSocket.key)"]),
    ]

    private static let wrongVersions: [HandshakeRow] = [
        nil, "", "0", "8", "12", "14", "013", "130", "13.0", "+13", "13, 8",
    ].map { (version: String?) in
        HandshakeRow(
            "4.2.2 4 version \(version ?? "missing")", 426, ["Sec-WebSocket-Version": version])
    }

    private static let versions: [HandshakeRow] = [
        .init("4.2.1 6 spaces around the version", 101, ["Sec-WebSocket-Version": "\t13 "]),
        .init("11.3.5 two versions", 400, more: ["Sec-WebSocket-Version: 13"]),
    ]

    private static let wrongProtocols: [HandshakeRow] = [
        nil, "", "http", "calcroom.v2", "CALCROOM.V1", "calcroom.v1 http",
    ].map { (name: String?) in
        HandshakeRow("4.2.2 5 protocol \(name ?? "missing")", 400, ["Sec-WebSocket-Protocol": name])
    }

    private static let protocols: [HandshakeRow] = [
        .init("4.2.2 5 a list", 101, ["Sec-WebSocket-Protocol": "http, calcroom.v1"]),
        .init("4.2.2 5 no spaces", 101, ["Sec-WebSocket-Protocol": "calcroom.v1,http"]),
        .init(
            "11.3.4 protocols in two headers", 101, ["Sec-WebSocket-Protocol": "http"],
            more: ["Sec-WebSocket-Protocol: calcroom.v1"]),
    ]

    private static let extensions: [HandshakeRow] = [
        ["permessage-deflate; client_max_window_bits"], ["a, b; c=\"d\""], [";"], ["a", "b"],
    ].map { values in
        HandshakeRow(
            "9.1 extensions \(values)", 101,
            more: values.map { "Sec-WebSocket-Extensions: \($0)" })
    }
}
