import Dispatch
import Foundation
import RoomStore

/// Threads that all run at the same time, unlike those of a pool.
enum Threads {
    struct TimedOut: Error {}

    /// Runs the body with 0, 1, 2… and waits for all. Throws the first error.
    static func run(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) throws {
        let group = DispatchGroup()
        let failures = Guarded<[any Error]>([])
        for number in 0..<count {
            group.enter()
            Thread.detachNewThread {
                defer { group.leave() }
                do { try body(number) } catch { failures.withLock { $0.append(error) } }
            }
        }
        guard group.wait(timeout: .now() + .seconds(240)) == .success else { throw TimedOut() }
        if let failure = failures.withLock({ $0.first }) { throw failure }
    }
}
