/// The checks of RFC 6455, section 4.2.1, for a request that opens a WebSocket.
struct WebSocketHandshake {
    /// The response to an invalid handshake; nil for a valid one.
    let refusal: Response?

    init(_ head: RequestHead) {
        refusal =
            if head.method != .get || !head.isCurrentVersion {
                .sentence(.badRequest, "A WebSocket needs a GET request in HTTP/1.1.")
            } else if !head.list("connection", contains: "upgrade") {
                .sentence(.badRequest, "A WebSocket needs the header Connection: Upgrade.")
            } else if head["sec-websocket-version"] != "13" {
                Response(
                    status: .upgradeRequired,
                    headers: [
                        ("Content-Type", "text/plain; charset=utf-8"),
                        ("Sec-WebSocket-Version", "13"), ("Upgrade", "websocket"),
                    ], body: Array("The WebSocket version must be 13.\n".utf8))
            } else if !Self.isKey(head["sec-websocket-key"] ?? "") {
                .sentence(
                    .badRequest, "Sec-WebSocket-Key must be 16 bytes in Base64.")
            } else if !head.list("sec-websocket-protocol").contains("calcroom.v1") {
                .sentence(.badRequest, "The WebSocket's subprotocol must be calcroom.v1.")
            } else {
                nil
            }
    }

    /// True for the Base64 form of 16 bytes: 22 characters and two padding characters.
    private static func isKey(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.count == 24 && bytes.suffix(2).elementsEqual("==".utf8)
            && bytes.dropLast(2).allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
                    true
                default: false
                }
            }
    }
}
