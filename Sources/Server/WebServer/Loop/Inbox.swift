import CLibWebSockets
import Glibc
import RoomStore
import SharedRoom

/// The messages of other threads to an event loop.
///
/// A descriptor wakes a sleeping loop. A loop that is awake reads its inbox before it sleeps again, so
/// messages that arrive during a tick need no system call.
final class Inbox: Sendable {
    enum Message: Sendable {
        case reports([LogReport])
        /// A part of the response to the request with this number.
        case response(ResponsePart, to: Int)
        /// A WebSocket of a room that this loop has.
        case webSocket(PendingWebSocket)
        /// Asks the loop to add its figures to a sum.
        case figures(LoopFiguresSum)
        case stop
    }

    private struct State {
        var messages: [Message] = []
        /// True if the loop is awake, or has been woken and not yet read the inbox.
        var needsNoWake = false
    }

    private let state = Guarded(State())
    /// Readable when the loop must read the inbox.
    let wakeDescriptor = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))

    deinit { close(wakeDescriptor) }

    func post(_ message: Message) {
        let mustWake = state.withLock { state in
            defer { state.needsNoWake = true }
            state.messages.append(message)
            return !state.needsNoWake
        }
        if mustWake { wake() }
    }

    var isEmpty: Bool { state.withLock { $0.messages.isEmpty } }

    func removeAll() -> [Message] {
        state.withLock { state in
            defer { state.messages = [] }
            return state.messages
        }
    }

    /// Notes that the loop is awake and will read the inbox.
    func loopDidWake() {
        state.withLock { $0.needsNoWake = true }
    }

    /// Notes that the loop is about to sleep. If a message has come since it read the inbox, the descriptor
    /// wakes it at once.
    func loopWillSleep() {
        let hasMessages = state.withLock { state in
            state.needsNoWake = !state.messages.isEmpty
            return state.needsNoWake
        }
        if hasMessages { wake() }
    }

    private func wake() {
        var one: UInt64 = 1
        write(wakeDescriptor, &one, MemoryLayout<UInt64>.size)
    }
}
