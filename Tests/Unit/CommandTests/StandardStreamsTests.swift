import Foundation
import Synchronization
import Testing

@testable import CommandLineKit

private let interruptions = Atomic(0)

/// A thread that writes to a pipe.
private final class Writer: Sendable {
    private let thread = Mutex<pthread_t?>(nil)
    private let result = Mutex<Bool?>(nil)

    init(_ bytes: [UInt8], to descriptor: Int32) {
        Thread { [self] in
            // Threads of tests block signals, and new threads inherit that.
            var signals = sigset_t()
            sigaddset(&signals, SIGUSR2)
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
            thread.withLock { $0 = pthread_self() }
            let isWritten = StandardStreams.writeAll(bytes, to: descriptor)
            close(descriptor)
            result.withLock { $0 = isWritten }
        }.start()
    }

    var hasWritten: Bool? { result.withLock { $0 } }

    /// Sends a signal to the thread, and waits until it has arrived or the thread has ended.
    func interrupt() {
        let count = interruptions.load(ordering: .sequentiallyConsistent)
        guard hasWritten == nil, let thread = thread.withLock({ $0 }),
            pthread_kill(thread, SIGUSR2) == 0
        else {
            return
        }
        while hasWritten == nil,
            interruptions.load(ordering: .sequentiallyConsistent) == count
        { sched_yield() }
    }
}

@Test func `a signal during a write loses no output`() throws {
    var action = sigaction()
    // Without SA_RESTART, a signal ends the system call with EINTR.
    action.__sigaction_handler.sa_handler = { _ in
        interruptions.add(1, ordering: .sequentiallyConsistent)
    }
    sigaction(SIGUSR2, &action, nil)
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let bytes = [UInt8](repeating: 7, count: 300_000)
    let writer = Writer(bytes, to: ends[1])
    // The writer waits when the pipe is full.
    var waiting: Int32 = 0
    while waiting < 65_536 { try #require(ioctl(ends[0], UInt(FIONREAD), &waiting) == 0) }
    for _ in 0..<200 { writer.interrupt() }
    #expect(writer.hasWritten == nil)
    let reader = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
    let output = try reader.readToEnd()
    #expect(output.map(Array.init) == bytes)
}
