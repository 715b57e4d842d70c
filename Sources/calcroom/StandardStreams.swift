import Glibc

/// The streams that every program is started with.
enum StandardStreams {
    /// A line on standard error.
    static func complain(_ message: String) {
        // Nobody is left to be told that nobody listens.
        _ = put(Array("\(message)\n".utf8), into: STDERR_FILENO)
    }

    /// Bytes on standard output.
    static func write(_ bytes: [UInt8]) throws(CommandError) {
        guard put(bytes, into: STDOUT_FILENO) else {
            throw .failed("It cannot be written: \(String(cString: strerror(errno))).")
        }
    }

    private static func put(_ bytes: [UInt8], into descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count <= 0 { return false }
            rest = rest.dropFirst(count)
        }
        return true
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
