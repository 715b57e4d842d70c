import SharedRoom

extension RequestHead {
    /// The response to a request that opens a WebSocket against RFC 6455, section 4.2.1; nil for a valid one.
    var handshakeRefusal: Response? {
        if method != .get || !isCurrentVersion {
            return .sentence(.badRequest, "A WebSocket needs a GET request in HTTP/1.1.")
        }
        if !list("connection", contains: "upgrade") {
            return .sentence(.badRequest, "A WebSocket needs the header Connection: Upgrade.")
        }
        if self["sec-websocket-version"] != "13" {
            var response = Response.sentence(.upgradeRequired, "The WebSocket version must be 13.")
            response.headers += [("Sec-WebSocket-Version", "13"), ("Upgrade", "websocket")]
            return response
        }
        if (self["sec-websocket-key"] ?? "").wholeMatch(of: #/[A-Za-z0-9+\/]{22}==/#) == nil {
            return .sentence(.badRequest, "Sec-WebSocket-Key must be 16 bytes in Base64.")
        }
        if !list("sec-websocket-protocol").contains("calcroom.v1") {
            return .sentence(.badRequest, "The WebSocket's subprotocol must be calcroom.v1.")
        }
        return nil
    }
}

/// A connection whose WebSocket handshake the server has accepted but not answered.
struct PendingWebSocket: Sendable {
    let stream: SocketStream
    let origin: ClientAddress
    let room: RoomName
    /// The value of `Sec-WebSocket-Key`.
    let key: String
    /// As in `JoinDecision`.
    var lockout: Int64?

    /// A handshake for libwebsockets, which never sees the client's own head, because it parses some
    /// heads in a nonstandard way.
    var handshake: String {
        """
        GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
        Sec-WebSocket-Key: \(key)\r\nSec-WebSocket-Version: 13\r\n\
        Sec-WebSocket-Protocol: calcroom.v1\r\n\r\n
        """
    }
}
