import CLibWebSockets
import SharedRoom

/// What a client asked for. Its path is decoded already.
struct Request {
    enum Method {
        case get, head, other
    }

    let method: Method
    let path: String
    private let socket: OpaquePointer

    init(_ socket: OpaquePointer) {
        self.socket = socket
        method =
            if lws_hdr_total_length(socket, WSI_TOKEN_GET_URI) > 0 {
                .get
            } else if lws_hdr_total_length(socket, WSI_TOKEN_HEAD_URI) > 0 { .head } else { .other }
        let token = method == .head ? WSI_TOKEN_HEAD_URI : WSI_TOKEN_GET_URI
        path = Self.header(token, of: socket) ?? ""
    }

    subscript(token: lws_token_indexes) -> String? { Self.header(token, of: socket) }

    /// The value of a header that the library has no number for, by its name in small letters with a
    /// colon.
    func custom(_ name: String) -> String? {
        let length = lws_hdr_custom_length(socket, name, Int32(name.utf8.count))
        guard length > 0 else { return nil }
        var bytes = [CChar](repeating: 0, count: Int(length) + 1)
        let count = lws_hdr_custom_copy(
            socket, &bytes, Int32(bytes.count), name, Int32(name.utf8.count))
        return Self.text(bytes, count)
    }

    /// The parts of a header between its commas.
    func list(_ token: lws_token_indexes) -> [String] {
        (self[token] ?? "").split(separator: ",").map { $0.filter { $0 != " " } }
    }

    /// What stands behind the question mark, which the library keeps in pieces.
    var query: String {
        var pieces: [String] = []
        while true {
            let length = lws_hdr_fragment_length(
                socket, WSI_TOKEN_HTTP_URI_ARGS, Int32(pieces.count))
            guard length > 0 else { return pieces.joined(separator: "&") }
            var bytes = [CChar](repeating: 0, count: Int(length) + 1)
            let count = lws_hdr_copy_fragment(
                socket, &bytes, Int32(bytes.count), WSI_TOKEN_HTTP_URI_ARGS, Int32(pieces.count))
            let piece = bytes.prefix(max(0, Int(count))).map(UInt8.init(bitPattern:))
            pieces.append(String(decoding: piece, as: UTF8.self))
        }
    }

    /// Where a proxy says that the request comes from.
    var forwardedFor: String? { self[WSI_TOKEN_X_FORWARDED_FOR] }

    /// The room whose page this is the address of.
    var room: RoomName? { roomPiece.flatMap { RoomAddress.name($0) } }

    /// Whether it would be a room's, if what stands there were a name.
    var asksForRoom: Bool { roomPiece.map { !$0.contains("/") } ?? false }

    private var roomPiece: String? {
        path.hasPrefix("/rooms/") ? String(path.dropFirst("/rooms/".count)) : nil
    }

    /// The value of a header, nil when it is not there or no text.
    private static func header(_ token: lws_token_indexes, of socket: OpaquePointer) -> String? {
        let length = lws_hdr_total_length(socket, token)
        guard length > 0 else { return nil }
        var bytes = [CChar](repeating: 0, count: Int(length) + 1)
        let count = lws_hdr_copy(socket, &bytes, Int32(bytes.count), token)
        return text(bytes, count)
    }

    private static func text(_ bytes: [CChar], _ count: Int32) -> String? {
        guard count > 0 else { return nil }
        return String(
            validating: bytes.prefix(Int(count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
