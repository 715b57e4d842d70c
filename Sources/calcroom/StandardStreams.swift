import Glibc

/// The streams that every program is started with.
enum StandardStreams {
    /// A line on standard error.
    static func complain(_ message: String) {
        var rest = Array("\(message)\n".utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
            // Nobody is left to be told that nobody listens.
            if count <= 0 { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Puts a file in the place of standard input, so that `readLine` reads it.
    static func readInput(from path: String) throws(CommandError) {
        let file = open(path, O_RDONLY)
        // Reading nothing tells a folder from a file.
        guard file >= 0, read(file, nil, 0) == 0, dup2(file, STDIN_FILENO) >= 0 else {
            throw .usage("\(path) cannot be read: \(String(cString: strerror(errno))).")
        }
        close(file)
    }
}
