import Glibc

/// Wakes a thread that waits for descriptors.
final class Bell: Sendable {
    /// Readable after it was rung.
    let descriptor: Int32
    private let rope: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        (descriptor, rope) = (ends[0], ends[1])
    }

    deinit {
        close(descriptor)
        close(rope)
    }

    func ring() {
        var byte: UInt8 = 1
        write(rope, &byte, 1)
    }

    /// Resets the bell.
    func reset() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(descriptor, &bytes, bytes.count) == bytes.count {}
    }
}
