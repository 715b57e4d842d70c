import CLibWebSockets
import Glibc

/// Whoever libwebsockets tells what happens: the user of a context, which outlives it.
protocol SocketListener: AnyObject {
    func hear(_ event: SocketEvent) -> SocketAnswer
}

/// One thing that libwebsockets says.
struct SocketEvent {
    let socket: OpaquePointer
    let reason: lws_callback_reasons
    let bytes: UnsafeRawBufferPointer

    /// An alarm or a bell has a count of how often it rang, and is readable until that was read.
    func readCount() {
        var count: UInt64 = 0
        read(lws_get_socket_fd(socket), &count, MemoryLayout<UInt64>.size)
    }
}

/// What libwebsockets does next.
enum SocketAnswer: Int32 {
    case goOn = 0
    case hangUp = -1
}

/// What a callback of libwebsockets does: `{ tell(EdgeLoop.self, $0, $1, $3, $4) }`.
func tell<Listener: SocketListener>(
    _ type: Listener.Type, _ socket: OpaquePointer?, _ reason: lws_callback_reasons,
    _ bytes: UnsafeMutableRawPointer?, _ count: Int
) -> Int32 {
    guard let socket, let context = lws_get_context(socket), let user = lws_context_user(context)
    else { return SocketAnswer.goOn.rawValue }
    let event = SocketEvent(
        socket: socket, reason: reason, bytes: UnsafeRawBufferPointer(start: bytes, count: count))
    return Unmanaged<Listener>.fromOpaque(user).takeUnretainedValue().hear(event).rawValue
}
