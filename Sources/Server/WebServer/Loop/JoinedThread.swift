import Foundation

/// A thread that can be joined.
///
/// A POSIX thread, because `Thread` cannot be joined: a process that exits while a thread still frees its
/// memory is reported as a leak.
final class JoinedThread {
    private let handle: pthread_t

    private final class Task {
        let run: () -> Void
        init(_ run: @escaping () -> Void) { self.run = run }
    }

    init(_ name: String, _ run: @escaping () -> Void) {
        let task = Unmanaged.passRetained(
            Task {
                Thread.current.name = name
                run()
            })
        var thread = pthread_t()
        let failure = pthread_create(
            &thread, nil,
            { task in
                // The thread owns the reference that `init` retained.
                guard let task else { return nil }
                Unmanaged<Task>.fromOpaque(task).takeRetainedValue().run()
                return nil
            }, task.toOpaque())
        precondition(failure == 0, "no thread for \(name): \(String(cString: strerror(failure)))")
        handle = thread
    }

    /// Waits until the thread has ended and holds nothing more.
    func join() {
        pthread_join(handle, nil)
    }
}
