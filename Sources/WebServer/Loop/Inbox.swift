import CLibWebSockets
import Glibc
import RoomStore
import SharedRoom

/// What other threads have to say to a loop: reports of the store, answers to requests, who comes from
/// other loops, that it is to say what it has counted, and that it is to stop.
///
/// A loop that sleeps is woken by a descriptor. One that is awake looks here anyway before it sleeps
/// again, so that what happens while it works costs no call of the system.
final class Inbox: Sendable {
    private struct State {
        var news = News()
        /// Whether something came since the loop looked.
        var hasNews = false
        var isLoopAwake = false
    }

    private let state = Guarded(State())
    /// Readable when the loop is to look.
    let bell = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))

    deinit { close(bell) }

    func deliver(_ reports: [LogReport]) {
        change { $0.news.reports += reports }
    }

    func respond(_ response: Response, to number: Int) {
        change { $0.news.responses.append((number, response)) }
    }

    func hand(_ newcomer: Newcomer) {
        change { $0.news.newcomers.append(newcomer) }
    }

    func count(for sum: FigureSum) {
        change { $0.news.sums.append(sum) }
    }

    func stop() {
        change { $0.news.isStopping = true }
    }

    /// The loop was woken by something, and will look.
    func wakeLoop() {
        state.withLock { $0.isLoopAwake = true }
    }

    struct News {
        var reports: [LogReport] = []
        var responses: [(number: Int, Response)] = []
        var newcomers: [Newcomer] = []
        /// Those who want to know what the loop has counted.
        var sums: [FigureSum] = []
        var isStopping = false

        /// A loop that is to stop is told so again and again.
        var isEmpty: Bool {
            reports.isEmpty && responses.isEmpty && newcomers.isEmpty && sums.isEmpty
        }
    }

    func take() -> News {
        state.withLock { state in
            defer {
                state.news = News(isStopping: state.news.isStopping)
                state.hasNews = false
            }
            return state.news
        }
    }

    /// The loop is about to sleep, unless something came since it looked.
    func letLoopSleep() {
        let hasNews = state.withLock { state in
            state.isLoopAwake = state.hasNews
            return state.hasNews
        }
        if hasNews { ring() }
    }

    private func change(_ change: (inout State) -> Void) {
        let isAsleep = state.withLock { state in
            defer { state.isLoopAwake = true }
            change(&state)
            state.hasNews = true
            return !state.isLoopAwake
        }
        if isAsleep { ring() }
    }

    private func ring() {
        var one: UInt64 = 1
        write(bell, &one, MemoryLayout<UInt64>.size)
    }
}
