import Glibc

/// Wakes a thread that waits for descriptors, through a pipe.
final class Waker: Sendable {
    /// Readable after `wake`.
    let descriptor: Int32
    private let input: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        (descriptor, input) = (ends[0], ends[1])
    }

    deinit {
        close(descriptor)
        close(input)
    }

    func wake() {
        var byte: UInt8 = 1
        write(input, &byte, 1)
    }

    func reset() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(descriptor, &bytes, bytes.count) == bytes.count {}
    }
}
