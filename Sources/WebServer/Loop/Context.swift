import CLibWebSockets
import Foundation
import Glibc

/// libwebsockets, set up for a loop.
struct Context {
    let context: OpaquePointer
    let vhost: OpaquePointer
    let library: EventLibrary
    private let log: UnsafeMutableRawPointer?
    private let isSecure: Bool

    /// Whatever happens is told to `loop`, which must outlive this.
    init(
        _ loop: UnsafeMutableRawPointer, _ configuration: ServerConfiguration
    ) throws(ServerError) {
        isSecure = configuration.certificate != nil
        if configuration.usesLibev, let libev = LibEv(),
            let made = Self.make(loop, libev, configuration)
        {
            (context, vhost, log) = made
            library = .libev(libev)
        } else if let made = Self.make(loop, nil, configuration) {
            (context, vhost, log) = made
            library = .poll
        } else {
            throw .noLoop
        }
    }

    /// Has the loop told whenever the descriptor is readable, which belongs to the context from now
    /// on.
    @discardableResult
    func follow(_ descriptor: Int32) -> OpaquePointer? {
        var file = lws_sock_file_fd_type()
        file.filefd = descriptor
        return lws_adopt_descriptor_vhost(vhost, LWS_ADOPT_RAW_FILE_DESC, file, "http", nil)
    }

    /// A socket that somebody has opened, nil if there is no room for it; it is closed then.
    func adopt(_ descriptor: Int32) -> OpaquePointer? {
        var file = lws_sock_file_fd_type()
        file.sockfd = descriptor
        let security = isSecure ? LWS_ADOPT_ALLOW_SSL.rawValue : 0
        let type = lws_adoption_type(
            LWS_ADOPT_HTTP.rawValue | LWS_ADOPT_SOCKET.rawValue | security)
        return lws_adopt_descriptor_vhost(vhost, type, file, "http", nil)
    }

    func destroy() {
        Self.making.lock()
        defer { Self.making.unlock() }
        lws_context_destroy(context)
        free(log)
        library.destroy()
    }

    /// Two contexts made at a time would step on the library's global state.
    private static let making = NSLock()

    private static func make(
        _ loop: UnsafeMutableRawPointer, _ libev: LibEv?, _ configuration: ServerConfiguration
    ) -> (context: OpaquePointer, vhost: OpaquePointer, log: UnsafeMutableRawPointer?)? {
        making.lock()
        defer { making.unlock() }
        var info = lws_context_creation_info(protocols, toldTo: loop)
        let log = silence(&info)
        info.retry_and_idle_policy = UnsafePointer(noTimers)
        let times = configuration.times
        info.timeout_secs = UInt32(times.handshakeSeconds)
        info.timeout_secs_ah_idle = UInt32(times.handshakeSeconds)
        info.keepalive_timeout = Int32(times.handshakeSeconds)
        info.max_http_header_data2 = UInt32(headBytesMax)
        info.max_http_header_pool2 = UInt32(handshakesMax)
        if configuration.certificate != nil {
            info.options |= secureOptions
            info.alpn = UnsafePointer(onlyHTTP1)
            info.provided_client_ssl_ctx = noClient
        }
        var loops = [libev?.loop]
        return loops.withUnsafeMutableBufferPointer { loops in
            if libev != nil {
                info.options |= UInt64(LWS_SERVER_OPTION_LIBEV)
                info.foreign_loops = loops.baseAddress
            }
            let context = lws_create_context(&info)
            guard let context, let vhost = lws_get_vhost_by_name(context, "default") else {
                if let context { lws_context_destroy(context) }
                free(log)
                return nil
            }
            return (context, vhost, log)
        }
    }

    /// Plain HTTP is let in as well, to be told that it is wrong here. Certificates are no business of
    /// the library's: `CertificateInForce` has them.
    private static let secureOptions =
        UInt64(LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT)
        | UInt64(LWS_SERVER_OPTION_CREATE_VHOST_SSL_CTX)
        | UInt64(LWS_SERVER_OPTION_ALLOW_HTTP_ON_HTTPS_LISTENER) | lets_plain_http_in

    /// A server calls nobody. Without this the library would read, for every loop, all those whom the
    /// system trusts, and would not give that back.
    nonisolated(unsafe) private static let noClient = SSL_CTX_new(TLS_client_method())

    /// A frame of HTTP/2 could not be the same bytes for everybody.
    nonisolated(unsafe) private static let onlyHTTP1 = strdup("http/1.1")

    /// Of what stands in the head of a request.
    private static let headBytesMax = 8_192
    /// Requests whose head is being read, at a time.
    private static let handshakesMax = 1_024

    /// One table for all contexts: the library reads it as long as they live, and changes nothing
    /// that matters in it.
    nonisolated(unsafe) private static let protocols: UnsafeMutablePointer<lws_protocols> = {
        let rows = UnsafeMutablePointer<lws_protocols>.allocate(capacity: 3)
        rows.initialize(repeating: lws_protocols(), count: 3)
        for (index, name) in ["http", "calcroom.v1"].enumerated() {
            rows[index].name = UnsafePointer(strdup(name))
            rows[index].callback = { socket, reason, user, bytes, count in
                // What it has made for TLS comes where otherwise its user's own data would.
                let isSecurity = reason == LWS_CALLBACK_OPENSSL_LOAD_EXTRA_SERVER_VERIFY_CERTS
                return tell(EdgeLoop.self, socket, reason, isSecurity ? user : bytes, count)
            }
            // So much is read at a time, and so much each WebSocket takes, in place of 4 kilobytes.
            rows[index].rx_buffer_size = 512
            rows[index].tx_packet_size = 65_536
        }
        return rows
    }()

    /// libwebsockets' own pings stand in one sorted list, which takes longer the more connections
    /// there are.
    nonisolated(unsafe) private static let noTimers: UnsafeMutablePointer<lws_retry_bo_t> = {
        let policy = UnsafeMutablePointer<lws_retry_bo_t>.allocate(capacity: 1)
        policy.initialize(to: lws_retry_bo_t())
        return policy
    }()
}
