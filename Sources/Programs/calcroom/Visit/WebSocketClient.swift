import CLibWebSockets
import Glibc
import WebServer

/// A WebSocket client for one room, on libwebsockets.
///
/// All work happens on the thread that calls `wait`. The callbacks of libwebsockets append events to a
/// list, and `wait` returns the list, so the caller may call the client while it handles the events.
final class WebSocketClient {
    enum Event: Equatable {
        case opened
        case received([UInt8])
        /// An open connection ended.
        case closed(code: UInt16)
        /// The connection could not be opened.
        case failed(ConnectionFailure)
    }

    private let link: RoomLink
    private let alarm = Alarm()
    /// C strings for libwebsockets, valid until `deinit`.
    private let host: UnsafeMutablePointer<CChar>?
    private let authority: UnsafeMutablePointer<CChar>?
    private let path: UnsafeMutablePointer<CChar>?
    private var context: OpaquePointer?
    private var log: UnsafeMutableRawPointer?
    private var socket: OpaquePointer?
    /// The number of the current socket. libwebsockets passes it to callbacks.
    private var attempt = 0
    /// True while callbacks for the current socket become events: from `connect` until the socket is closed
    /// or abandoned.
    private var isActive = false
    private var events: [Event] = []
    private var outgoing: [[UInt8]] = []
    private var incoming: [UInt8] = []
    private var padded = PaddedFrame()
    /// The close code of the server; 1006 if it sent none.
    private var closeCode: UInt16 = 1_006

    init(_ link: RoomLink, timeout: UInt32 = 10) throws(ConnectionFailure) {
        self.link = link
        host = strdup(link.host)
        authority = strdup(link.authority)
        path = strdup(RoomAddress.path(of: link.room))
        (context, log) = ClientContext.make(
            for: Unmanaged.passUnretained(self).toOpaque(), isSecure: link.isSecure,
            timeout: timeout)
        guard let context, let vhost = lws_get_vhost_by_name(context, "default") else {
            throw .libraryFailed
        }
        var file = lws_sock_file_fd_type()
        file.filefd = alarm.descriptor
        lws_adopt_descriptor_vhost(vhost, LWS_ADOPT_RAW_FILE_DESC, file, "calcroom.v1", nil)
    }

    deinit {
        isActive = false
        if let context { lws_context_destroy(context) }
        free(log)
        for text in [host, authority, path] { free(text) }
    }

    /// Opens a new socket. Abandons the current one.
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
        isActive = true
        let opened = lws_client_connect_via_info(&info)
        // libwebsockets reports some failures with a callback before it returns, others only with the
        // result.
        guard isActive else { return }
        socket = opened
        guard opened == nil else { return }
        let isKnown = (try? SocketAddress.resolve(link.host, port: link.port)) != nil
        end(.failed(isKnown ? .unreachable : .unknownHost))
    }

    func send(_ frame: [UInt8]) {
        guard let socket else { return }
        outgoing.append(frame)
        lws_callback_on_writable(socket)
    }

    /// Abandons the socket before libwebsockets has closed it. Later callbacks for it are ignored.
    func close() {
        events = []
        outgoing = []
        incoming = []
        closeCode = 1_006
        isActive = false
        guard let socket else { return }
        self.socket = nil
        lws_set_timeout(socket, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC)
    }

    /// Returns the events since the last call. If there are none, waits for events, at most until `time`.
    func wait(until time: Int64) -> [Event] {
        if events.isEmpty {
            alarm.set(time)
            lws_service(context, 0)
        }
        defer { events = [] }
        return events
    }
}

/// Callbacks of libwebsockets.
extension WebSocketClient: SocketEventHandler {
    func handle(_ event: SocketEvent) -> SocketDecision {
        if event.reason == LWS_CALLBACK_RAW_RX_FILE {
            event.readCount()
            return .proceed
        }
        guard isActive, Int(bitPattern: lws_get_opaque_user_data(event.socket)) == attempt else {
            return .proceed
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
        // The only callback if the server does not answer the request in time.
        case LWS_CALLBACK_WSI_DESTROY: end(.failed(.unreachable))
        default: break
        }
        return .proceed
    }

    private func receive(_ event: SocketEvent) {
        incoming.append(contentsOf: event.bytes)
        guard lws_is_final_fragment(event.socket) != 0,
            lws_remaining_packet_payload(event.socket) == 0
        else { return }
        events.append(.received(incoming))
        incoming = []
    }

    private func write(_ socket: OpaquePointer) -> SocketDecision {
        guard !outgoing.isEmpty else { return .proceed }
        let frame = outgoing.removeFirst()
        let written = padded.withBytes(of: frame) { lws_write(socket, $0, $1, LWS_WRITE_TEXT) }
        guard written >= 0 else { return .closeSocket }
        if !outgoing.isEmpty { lws_callback_on_writable(socket) }
        return .proceed
    }

    private func end(_ event: Event) {
        socket = nil
        isActive = false
        events.append(event)
    }
}
