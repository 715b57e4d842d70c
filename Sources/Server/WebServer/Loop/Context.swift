import CLibWebSockets
import Foundation
import Glibc

/// The libwebsockets context of an event loop.
///
/// libwebsockets itself waits with `poll` and visits all sockets at each wake-up. libev uses `epoll`, which reports
/// only the ready sockets. The server uses libev if it and the plugin of libwebsockets are installed.
struct Context {
    private let context: OpaquePointer
    private let vhost: OpaquePointer
    private let libev: LibEv?
    private let log: UnsafeMutableRawPointer?

    /// - Parameter loop: The `EdgeLoop` that handles all events. It must outlive the context.
    init(
        _ loop: UnsafeMutableRawPointer, _ configuration: ServerConfiguration
    ) throws(ServerError) {
        let libev = configuration.usesLibev ? LibEv() : nil
        if let libev, let made = Self.make(loop, libev) {
            (context, vhost, log) = made
            self.libev = libev
        } else if let made = Self.make(loop, nil) {
            (context, vhost, log) = made
            self.libev = nil
        } else {
            throw .libraryFailed
        }
    }

    /// The name of the event library.
    var library: String { libev == nil ? "poll" : "libev" }

    /// Waits for an event, and lets libwebsockets process all events that are ready.
    func wait() {
        if let libev { _ = libev.run(libev.loop, LibEv.once) } else { lws_service(context, 0) }
    }

    /// Processes the events that are ready, without waiting.
    func processReady() {
        if let libev {
            _ = libev.run(libev.loop, LibEv.withoutWaiting)
        } else {
            lws_service(context, -1)
        }
    }

    /// Reports to the loop whenever the descriptor is readable. The context owns and closes the descriptor.
    @discardableResult
    func watch(_ descriptor: Int32) -> OpaquePointer? {
        var file = lws_sock_file_fd_type()
        file.filefd = descriptor
        return lws_adopt_descriptor_vhost(vhost, LWS_ADOPT_RAW_FILE_DESC, file, "http", nil)
    }

    /// Gives libwebsockets a connection and the head of its request. Closes the connection on failure.
    func adopt(_ descriptor: Int32, _ head: String) {
        lws_adopt_socket_vhost_readbuf(vhost, descriptor, head, head.utf8.count)
    }

    func destroy() {
        Self.making.lock()
        defer { Self.making.unlock() }
        lws_context_destroy(context)
        free(log)
        if let libev { libev.destroyLoop(libev.loop) }
    }

    /// Serializes making and destroying contexts, which change global state of libwebsockets.
    private static let making = NSLock()

    private static func make(
        _ loop: UnsafeMutableRawPointer, _ libev: LibEv?
    ) -> (context: OpaquePointer, vhost: OpaquePointer, log: UnsafeMutableRawPointer?)? {
        making.lock()
        defer { making.unlock() }
        var info = lws_context_creation_info(protocols, handler: loop)
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

    /// The maximum size of a handshake, with a reserve; see `PendingWebSocket.handshake`.
    private static let headBytesMax = 1_024
    /// The maximum number of simultaneous handshakes. Each one completes at once.
    private static let handshakesMax = 16

    /// One table for all contexts. libwebsockets reads it during the life of a context and changes no
    /// relevant field, so threads can share it.
    nonisolated(unsafe) private static let protocols: UnsafeMutablePointer<lws_protocols> = {
        let rows = UnsafeMutablePointer<lws_protocols>.allocate(capacity: 3)
        rows.initialize(repeating: lws_protocols(), count: 3)
        for (index, name) in ["http", "calcroom.v1"].enumerated() {
            rows[index].name = UnsafePointer(strdup(name))
            rows[index].callback = { socket, reason, user, bytes, count in
                dispatch(to: EdgeLoop.self, socket, reason, bytes, count)
            }
            // The size of one read, and of the buffer of each WebSocket. The default is 4 KB.
            rows[index].rx_buffer_size = 512
            rows[index].tx_packet_size = 65_536
        }
        return rows
    }()

    /// Disables the pings of libwebsockets, which keeps them in one sorted list that is slow with many
    /// connections.
    nonisolated(unsafe) private static let noTimers: UnsafeMutablePointer<lws_retry_bo_t> = {
        let policy = UnsafeMutablePointer<lws_retry_bo_t>.allocate(capacity: 1)
        policy.initialize(to: lws_retry_bo_t())
        return policy
    }()
}

/// A loop of libev, which is loaded at run time, so that building does not require it.
private struct LibEv {
    let loop: UnsafeMutableRawPointer
    let run: Run
    let destroyLoop: Destroy

    typealias Run = @convention(c) (UnsafeMutableRawPointer, Int32) -> Int32
    typealias Destroy = @convention(c) (UnsafeMutableRawPointer) -> Void

    init?() {
        guard let library = dlopen("libev.so.4", RTLD_NOW),
            let makeLoop = dlsym(library, "ev_loop_new"), let runLoop = dlsym(library, "ev_run"),
            let destroyLoop = dlsym(library, "ev_loop_destroy")
        else { return nil }
        typealias MakeLoop = @convention(c) (UInt32) -> UnsafeMutableRawPointer?
        guard let loop = unsafeBitCast(makeLoop, to: MakeLoop.self)(Self.epoll) else { return nil }
        self.loop = loop
        run = unsafeBitCast(runLoop, to: Run.self)
        self.destroyLoop = unsafeBitCast(destroyLoop, to: Destroy.self)
    }

    /// `EVBACKEND_EPOLL`, `EVRUN_ONCE` and `EVRUN_NOWAIT`
    private static let epoll: UInt32 = 4
    static let once: Int32 = 2
    static let withoutWaiting: Int32 = 1
}
