import Glibc

/// What is said on standard error if the program is ended by a fault in the middle of its work, as an
/// engine may be by an event that nobody thought of.
///
/// Then nothing can be called but what needs no memory and no lock, so the words lie ready. They are
/// written by the only thread that works, and read by the handler when that one stands still.
enum LastWords {
    nonisolated(unsafe) private static let words =
        UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    nonisolated(unsafe) private static var count = 0
    private static let capacity = 512

    /// From here on a fault ends the program with the words and status 1.
    static func prepare() {
        say("The engine stopped.")
        for fault in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT] {
            signal(fault) { _ in
                write(STDERR_FILENO, LastWords.words, LastWords.count)
                _exit(1)
            }
        }
    }

    static func say(_ text: String) {
        let line = Array("calcroom: \(text)\n".utf8.prefix(capacity))
        count = 0
        words.update(from: line, count: line.count)
        count = line.count
    }
}
