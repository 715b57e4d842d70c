import Foundation

/// A loop that runs on a thread of its own.
final class LoopThread {
    private let ended = DispatchSemaphore(value: 0)

    init(_ loop: EdgeLoop) {
        // From here on only that thread touches it.
        nonisolated(unsafe) let loop = loop
        let thread = Thread { [ended] in
            loop.run()
            ended.signal()
        }
        thread.name = "loop \(loop.number)"
        thread.start()
    }

    /// Waits until the loop has ended.
    func join() {
        ended.wait()
    }
}
