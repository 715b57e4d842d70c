import CLibWebSockets
import Glibc
import RoomStore
import SharedRoom

/// The messages of other threads to an event loop: reports of the store, responses to requests, WebSockets
/// from other loops, requests for its figures, and the request to stop.
///
/// A descriptor wakes a sleeping loop. A loop that is awake reads its inbox before it sleeps again, so
/// messages that arrive during a tick need no system call.
final class Inbox: Sendable {
    private struct State {
        var messages = Messages()
        /// True if a message has come since the loop last read the inbox.
        var hasMessages = false
        /// True if the loop is awake, or has been woken and not yet read the inbox.
        var needsNoWake = false
    }

    private let state = Guarded(State())
    /// Readable when the loop must read the inbox.
    let wakeDescriptor = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))

    deinit { close(wakeDescriptor) }

    func deliver(_ reports: [LogReport]) {
        post { $0.messages.reports += reports }
    }

    func respond(_ part: ResponsePart, to number: Int) {
        post { $0.messages.responses.append((number, part)) }
    }

    /// Transfers a WebSocket to the loop that has its room.
    func transfer(_ pending: PendingWebSocket) {
        post { $0.messages.webSockets.append(pending) }
    }

    /// Asks the loop to add its figures to a sum.
    func requestFigures(for sum: LoopFiguresSum) {
        post { $0.messages.sums.append(sum) }
    }

    func stop() {
        post { $0.messages.isStopping = true }
    }

    /// Notes that the loop is awake and will read the inbox.
    func loopDidWake() {
        state.withLock { $0.needsNoWake = true }
    }

    struct Messages {
        var reports: [LogReport] = []
        var responses: [(number: Int, ResponsePart)] = []
        var webSockets: [PendingWebSocket] = []
        var sums: [LoopFiguresSum] = []
        var isStopping = false

        /// Ignores `isStopping`, which stays set.
        var isEmpty: Bool {
            reports.isEmpty && responses.isEmpty && webSockets.isEmpty && sums.isEmpty
        }
    }

    func removeAll() -> Messages {
        state.withLock { state in
            defer {
                state.messages = Messages(isStopping: state.messages.isStopping)
                state.hasMessages = false
            }
            return state.messages
        }
    }

    /// Notes that the loop is about to sleep. If a message has come since it read the inbox, the descriptor
    /// wakes it at once.
    func loopWillSleep() {
        let hasMessages = state.withLock { state in
            state.needsNoWake = state.hasMessages
            return state.hasMessages
        }
        if hasMessages { wake() }
    }

    private func post(_ change: (inout State) -> Void) {
        let mustWake = state.withLock { state in
            defer { state.needsNoWake = true }
            change(&state)
            state.hasMessages = true
            return !state.needsNoWake
        }
        if mustWake { wake() }
    }

    private func wake() {
        var one: UInt64 = 1
        write(wakeDescriptor, &one, MemoryLayout<UInt64>.size)
    }
}
