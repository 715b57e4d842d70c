import Foundation

/// An event loop that runs on its own thread.
///
/// A POSIX thread, because `Thread` cannot be joined: a process that exits while a thread still frees its
/// loop is reported as a leak.
final class LoopThread {
    private let handle: pthread_t

    init(_ loop: EdgeLoop) {
        let retained = Unmanaged.passRetained(loop)
        var thread = pthread_t()
        let failure = pthread_create(
            &thread, nil,
            { loop in
                // The thread owns the reference that `init` retained.
                guard let loop else { return nil }
                let owned = Unmanaged<EdgeLoop>.fromOpaque(loop).takeRetainedValue()
                Thread.current.name = "loop \(owned.number)"
                owned.run()
                return nil
            }, retained.toOpaque())
        precondition(
            failure == 0,
            "no thread for event loop \(loop.number): \(String(cString: strerror(failure)))")
        handle = thread
    }

    /// Waits until the loop has ended and its thread holds nothing more.
    func join() {
        pthread_join(handle, nil)
    }
}
