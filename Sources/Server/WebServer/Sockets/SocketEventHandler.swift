import CLibWebSockets
import Glibc

/// The receiver of the events of a libwebsockets context. It is the context's user pointer, and must outlive
/// the context.
package protocol SocketEventHandler: AnyObject {
    func handle(_ event: SocketEvent) -> SocketDecision
}

/// A callback of libwebsockets.
package struct SocketEvent {
    package let socket: OpaquePointer
    package let reason: lws_callback_reasons
    package let bytes: UnsafeRawBufferPointer

    /// Reads the counter of a timer or of an event descriptor, which stays readable until then.
    package func readCount() {
        var count: UInt64 = 0
        read(lws_get_socket_fd(socket), &count, MemoryLayout<UInt64>.size)
    }
}

/// The result of a callback.
package enum SocketDecision: Int32 {
    case proceed = 0
    case closeSocket = -1
}

/// The body of a callback of libwebsockets: `{ dispatch(to: EdgeLoop.self, $0, $1, $3, $4) }`.
package func dispatch<Handler: SocketEventHandler>(
    to type: Handler.Type, _ socket: OpaquePointer?, _ reason: lws_callback_reasons,
    _ bytes: UnsafeMutableRawPointer?, _ count: Int
) -> Int32 {
    guard let socket, let context = lws_get_context(socket), let user = lws_context_user(context)
    else { return SocketDecision.proceed.rawValue }
    let event = SocketEvent(
        socket: socket, reason: reason, bytes: UnsafeRawBufferPointer(start: bytes, count: count))
    return Unmanaged<Handler>.fromOpaque(user).takeUnretainedValue().handle(event).rawValue
}

extension lws_context_creation_info {
    /// The settings of a context that has no listening socket, keeps the user of the process, and reports
    /// its events to `handler`. The protocols must outlive the context.
    package init(_ protocols: UnsafePointer<lws_protocols>, handler: UnsafeMutableRawPointer) {
        self.init()
        port = CONTEXT_PORT_NO_LISTEN_SERVER
        self.protocols = protocols
        gid = .init(truncatingIfNeeded: -1)
        uid = .init(truncatingIfNeeded: -1)
        user = handler
    }
}

/// A frame with space in front of it, where libwebsockets writes the header.
package struct PaddedFrame {
    private var padded: [UInt8] = []

    package init() {}

    package mutating func withBytes<Result>(
        of frame: [UInt8], _ body: (UnsafeMutablePointer<UInt8>, Int) -> Result
    ) -> Result {
        padded.removeAll(keepingCapacity: padded.capacity < capacityKeptMax)
        padded.append(contentsOf: repeatElement(0, count: websocket_frame_padding))
        padded.append(contentsOf: frame)
        return padded.withUnsafeMutableBufferPointer { bytes in
            // The buffer is never empty, because it contains the padding.
            body(bytes.baseAddress.unsafelyUnwrapped + websocket_frame_padding, frame.count)
        }
    }

    /// Larger buffers, used for snapshots of big rooms, are released.
    private let capacityKeptMax = 65_536
}

/// A timer with a descriptor that becomes readable at the set time, so that a loop which waits for descriptors
/// also waits for the time.
package struct Alarm {
    package let descriptor = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK | TFD_CLOEXEC))

    package init() {}

    /// Replaces the time at which the alarm fires, once. It is in milliseconds of `MonotonicClock`.
    package func set(_ time: Int64) {
        // Zero disarms the timer.
        let time = time == .max ? 0 : max(1, time)
        var setting = itimerspec()
        setting.it_value.tv_sec = Int(time / 1_000)
        setting.it_value.tv_nsec = Int(time % 1_000 * 1_000_000)
        timerfd_settime(descriptor, Int32(TFD_TIMER_ABSTIME), &setting, nil)
    }
}
