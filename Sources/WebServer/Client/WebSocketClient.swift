import CLibWebSockets
import Glibc

// One WebSocket to a room, on libwebsockets' client side.
//
// Everything happens on the thread that calls `wait`. Events are gathered in the order in which they
// came and handed over there, so that whoever takes them may call back at once. A socket that was
// given up is forgotten before it is closed: what libwebsockets still says of it means nothing.
final class WebSocketClient {
    enum Event: Equatable {
        case opened
        case received([UInt8])
        /// It was open, and is no longer.
        case closed(code: UInt16)
        /// It never was.
        case failed(ConnectionFailure)
    }

    private let link: RoomLink
    private let alarm = Alarm()
    /// Texts that libwebsockets is given, for as long as this lives.
    private let host: UnsafeMutablePointer<CChar>?
    private let authority: UnsafeMutablePointer<CChar>?
    private let path: UnsafeMutablePointer<CChar>?
    private var context: OpaquePointer?
    private var log: UnsafeMutableRawPointer?
    private var socket: OpaquePointer?
    /// Counts the sockets, and is what libwebsockets calls each of them.
    private var attempt = 0
    /// Whether what is said of the last one is to be told.
    private var isWanted = false
    private var events: [Event] = []
    private var outgoing: [[UInt8]] = []
    private var incoming: [UInt8] = []
    private var padded = PaddedFrame()
    /// What the other side closed with.
    private var closeCode: UInt16 = 1_006

    init(_ link: RoomLink) throws(ConnectionFailure) {
        self.link = link
        host = strdup(link.host)
        authority = strdup(link.authority)
        path = strdup(RoomAddress.path(of: link.room))
        (context, log) = ClientContext.make(
            for: Unmanaged.passUnretained(self).toOpaque(), isSecure: link.isSecure)
        guard let context, let vhost = lws_get_vhost_by_name(context, "default") else {
            throw .noLibrary
        }
        var file = lws_sock_file_fd_type()
        file.filefd = alarm.descriptor
        lws_adopt_descriptor_vhost(vhost, LWS_ADOPT_RAW_FILE_DESC, file, "calcroom.v1", nil)
    }

    deinit {
        isWanted = false
        if let context { lws_context_destroy(context) }
        free(log)
        for text in [host, authority, path] { free(text) }
    }

    /// Opens a socket in place of the one that is there.
    func connect() {
        close()
        attempt += 1
        var info = lws_client_connect_info()
        info.context = context
        info.address = UnsafePointer(host)
        info.host = UnsafePointer(authority)
        info.port = Int32(link.port)
        info.path = UnsafePointer(path)
        info.protocol = ClientContext.subprotocol
        info.alpn = ClientContext.alpn
        info.ssl_connection = link.isSecure ? Int32(LCCSCF_USE_SSL.rawValue) : 0
        info.opaque_user_data = UnsafeMutableRawPointer(bitPattern: attempt)
        isWanted = true
        socket = lws_client_connect_via_info(&info)
        // Some failures are told by an event before it returns, others only by the result.
        guard socket == nil, isWanted else { return }
        let isKnown = (try? SocketAddress.resolve(link.host, port: link.port)) != nil
        end(.failed(isKnown ? .unreachable : .unknownHost))
    }

    func send(_ frame: [UInt8]) {
        guard let socket else { return }
        outgoing.append(frame)
        lws_callback_on_writable(socket)
    }

    /// Gives the socket up. Nothing more is told of it.
    func close() {
        events = []
        outgoing = []
        incoming = []
        closeCode = 1_006
        isWanted = false
        guard let socket else { return }
        self.socket = nil
        lws_set_timeout(socket, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC)
    }

    /// What has happened. Waits until there is something, but not beyond `time`.
    func wait(until time: Int64) -> [Event] {
        if events.isEmpty {
            alarm.set(time)
            lws_service(context, 0)
        }
        defer { events = [] }
        return events
    }
}

/// What libwebsockets says.
extension WebSocketClient: SocketListener {
    func hear(_ event: SocketEvent) -> SocketAnswer {
        if event.reason == LWS_CALLBACK_RAW_RX_FILE {
            event.readCount()
            return .goOn
        }
        guard isWanted, Int(bitPattern: lws_get_opaque_user_data(event.socket)) == attempt else {
            return .goOn
        }
        switch event.reason {
        case LWS_CALLBACK_CLIENT_ESTABLISHED: events.append(.opened)
        case LWS_CALLBACK_CLIENT_RECEIVE: receive(event)
        case LWS_CALLBACK_CLIENT_WRITEABLE: return write(event.socket)
        case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
            if event.bytes.count >= 2 {
                closeCode = UInt16(event.bytes[0]) << 8 | UInt16(event.bytes[1])
            }
        case LWS_CALLBACK_CLIENT_CLOSED: end(.closed(code: closeCode))
        case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
            let status = lws_http_client_http_response(event.socket)
            end(.failed(ConnectionFailure(event.bytes, status: status)))
        default: break
        }
        return .goOn
    }

    private func receive(_ event: SocketEvent) {
        incoming.append(contentsOf: event.bytes)
        guard lws_is_final_fragment(event.socket) != 0,
            lws_remaining_packet_payload(event.socket) == 0
        else { return }
        events.append(.received(incoming))
        incoming = []
    }

    private func write(_ socket: OpaquePointer) -> SocketAnswer {
        guard !outgoing.isEmpty else { return .goOn }
        let frame = outgoing.removeFirst()
        let written = padded.withBytes(of: frame) { lws_write(socket, $0, $1, LWS_WRITE_TEXT) }
        guard written >= 0 else { return .hangUp }
        if !outgoing.isEmpty { lws_callback_on_writable(socket) }
        return .goOn
    }

    private func end(_ event: Event) {
        socket = nil
        isWanted = false
        events.append(event)
    }
}
