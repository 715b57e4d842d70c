import CLibWebSockets
import Glibc

/// libwebsockets, set up for a client.
enum ClientContext {
    /// What happens is told to `client`, which must outlive the context. Its log is to be freed after it.
    static func make(
        for client: UnsafeMutableRawPointer, isSecure: Bool
    ) -> (context: OpaquePointer?, log: UnsafeMutableRawPointer?) {
        var info = lws_context_creation_info(protocols, toldTo: client)
        let log = silence(&info)
        // One socket, and what wakes it. Otherwise a context has a row for every descriptor that the
        // system allows, and some allow a million.
        info.fd_limit_per_thread = 16
        info.timeout_secs = 10
        info.connect_timeout_secs = 10
        // Without this the proxy of the environment is asked, and `no_proxy` is not: a school has one,
        // and the room is in the same building.
        info.http_proxy_address = UnsafePointer(noProxy)
        if isSecure {
            info.options |= UInt64(LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT)
            info.client_ssl_ca_filepath = UnsafePointer(authorities)
        }
        return (lws_create_context(&info), log)
    }

    nonisolated(unsafe) static let subprotocol = UnsafePointer(strdup("calcroom.v1"))
    /// HTTP/2 would have WebSockets too, in another way.
    nonisolated(unsafe) static let alpn = UnsafePointer(strdup("http/1.1"))

    nonisolated(unsafe) private static let noProxy = strdup("")

    /// Whom to trust: what the system trusts, or the file that OpenSSL's own variable names.
    nonisolated(unsafe) private static let authorities = strdup(
        getenv("SSL_CERT_FILE").map { String(cString: $0) } ?? "/etc/ssl/certs/ca-certificates.crt")

    /// The library reads it as long as a context lives, and nobody changes it.
    nonisolated(unsafe) private static let protocols: UnsafeMutablePointer<lws_protocols> = {
        let rows = UnsafeMutablePointer<lws_protocols>.allocate(capacity: 2)
        rows.initialize(repeating: lws_protocols(), count: 2)
        rows[0].name = subprotocol
        rows[0].callback = { tell(WebSocketClient.self, $0, $1, $3, $4) }
        rows[0].rx_buffer_size = 65_536
        return rows
    }()
}
