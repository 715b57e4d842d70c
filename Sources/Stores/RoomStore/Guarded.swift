import Glibc

/// A value guarded by a lock.
///
/// It uses a POSIX mutex, because the thread sanitizer does not recognize `Synchronization.Mutex`.
package final class Guarded<Value>: @unchecked Sendable {
    /// It precedes the value, because a value of size zero has the address of the next field, and the thread sanitizer
    /// would report a race between them.
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    package init(_ value: Value) {
        self.value = value
        lock = .allocate(capacity: 1)
        lock.initialize(to: pthread_mutex_t())
        pthread_mutex_init(lock, nil)
    }

    deinit {
        pthread_mutex_destroy(lock)
        lock.deallocate()
    }

    package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return body(&value)
    }
}
