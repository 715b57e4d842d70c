import CLibWebSockets
import Glibc
import WebServer

/// Creates libwebsockets contexts for clients.
enum ClientContext {
    /// Creates a context that reports events to `client`, which must outlive it. The caller frees `log` after
    /// the context. `timeout` limits each step of a connection, in seconds.
    static func make(
        for client: UnsafeMutableRawPointer, isSecure: Bool, timeout: UInt32
    ) -> (context: OpaquePointer?, log: UnsafeMutableRawPointer?) {
        var info = lws_context_creation_info(protocols, handler: client)
        let log = silence(&info)
        // Enough for one socket and the alarm. By default the context allocates an entry for every
        // descriptor that the system allows, which may be a million.
        info.fd_limit_per_thread = 16
        info.timeout_secs = timeout
        info.connect_timeout_secs = timeout
        // Without this libwebsockets uses the proxy of the environment and ignores `no_proxy`. In a
        // school with a proxy, the server is usually on the local network.
        info.http_proxy_address = UnsafePointer(noProxy)
        if isSecure {
            info.options |= UInt64(LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT)
            info.client_ssl_ca_filepath = UnsafePointer(authorities)
        }
        return (lws_create_context(&info), log)
    }

    nonisolated(unsafe) static let subprotocol = UnsafePointer(strdup("calcroom.v1"))
    /// WebSockets over HTTP/2 use another handshake.
    nonisolated(unsafe) static let alpn = UnsafePointer(strdup("http/1.1"))

    nonisolated(unsafe) private static let noProxy = strdup("")

    /// The trusted certificate authorities: the system's, or the file in OpenSSL's environment variable.
    nonisolated(unsafe) private static let authorities = strdup(
        getenv("SSL_CERT_FILE").map { String(cString: $0) } ?? "/etc/ssl/certs/ca-certificates.crt")

    /// Never changed. libwebsockets reads it while a context exists.
    nonisolated(unsafe) private static let protocols: UnsafeMutablePointer<lws_protocols> = {
        let rows = UnsafeMutablePointer<lws_protocols>.allocate(capacity: 2)
        rows.initialize(repeating: lws_protocols(), count: 2)
        rows[0].name = subprotocol
        rows[0].callback = { dispatch(to: WebSocketClient.self, $0, $1, $3, $4) }
        rows[0].rx_buffer_size = 65_536
        return rows
    }()
}
