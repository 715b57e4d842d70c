import Dispatch
import Foundation
import RoomStore

/// Real threads, as many as are asked for and all at once; a pool might run them one by one.
enum Threads {
    struct TimedOut: Error {}

    /// Runs the body with 0, 1, 2… and waits for all of them. The first error is thrown on.
    static func run(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) throws {
        let group = DispatchGroup()
        let failures = Failures()
        for number in 0..<count {
            group.enter()
            Thread.detachNewThread {
                defer { group.leave() }
                do { try body(number) } catch { failures.add(error) }
            }
        }
        guard group.wait(timeout: .now() + .seconds(240)) == .success else { throw TimedOut() }
        if let failure = failures.first { throw failure }
    }

    private final class Failures: Sendable {
        private let errors = Guarded<[any Error]>([])

        var first: (any Error)? { errors.withLock { $0.first } }

        func add(_ error: any Error) {
            errors.withLock { $0.append(error) }
        }
    }
}
