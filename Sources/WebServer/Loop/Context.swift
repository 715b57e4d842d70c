import CLibWebSockets
import Foundation
import Glibc

/// libwebsockets, set up for a loop.
struct Context {
    let context: OpaquePointer
    let vhost: OpaquePointer
    let library: EventLibrary
    private let log: UnsafeMutableRawPointer?

    /// Whatever happens is told to `loop`, which must outlive this.
    init(
        _ loop: UnsafeMutableRawPointer, _ configuration: ServerConfiguration
    ) throws(ServerError) {
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

    /// Has a connection that sent this head. It is closed if it cannot be adopted.
    func adopt(_ descriptor: Int32, _ head: String) {
        lws_adopt_socket_vhost_readbuf(vhost, descriptor, head, head.utf8.count)
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
        info.max_http_header_data2 = UInt32(headBytesMax)
        info.max_http_header_pool2 = UInt32(handshakesMax)
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

    /// A handshake has fewer.
    private static let headBytesMax = 1_024
    /// Handshakes at a time. Each is over at once.
    private static let handshakesMax = 16

    /// One table for all contexts: the library reads it as long as they live, and changes nothing
    /// that matters in it.
    nonisolated(unsafe) private static let protocols: UnsafeMutablePointer<lws_protocols> = {
        let rows = UnsafeMutablePointer<lws_protocols>.allocate(capacity: 3)
        rows.initialize(repeating: lws_protocols(), count: 3)
        for (index, name) in ["http", "calcroom.v1"].enumerated() {
            rows[index].name = UnsafePointer(strdup(name))
            rows[index].callback = { socket, reason, user, bytes, count in
                tell(EdgeLoop.self, socket, reason, bytes, count)
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
