import Glibc

/// The streams that every process starts with.
public enum StandardStreams {
    /// Prints a line on standard error.
    public static func printError(_ message: String) {
        // If standard error is closed, there is nowhere to report that.
        _ = writeAll(Array("\(message)\n".utf8), to: STDERR_FILENO)
    }

    /// Writes bytes to standard output.
    public static func write(_ bytes: [UInt8]) throws(CommandError) {
        guard writeAll(bytes, to: STDOUT_FILENO) else {
            throw .failed("Cannot write to standard output: \(String(cString: strerror(errno))).")
        }
    }

    /// Returns false if the descriptor accepts no more, with the reason in `errno`. A signal may interrupt a write,
    /// which then continues.
    static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Replaces standard input with a file, so that `readLine` reads the file.
    public static func redirectInput(from path: String) throws(CommandError) {
        let file = open(path, O_RDONLY)
        // Reading zero bytes fails for a folder.
        guard file >= 0, read(file, nil, 0) == 0, dup2(file, STDIN_FILENO) >= 0 else {
            throw .usage("Cannot read \(path): \(String(cString: strerror(errno))).")
        }
        close(file)
    }
}
