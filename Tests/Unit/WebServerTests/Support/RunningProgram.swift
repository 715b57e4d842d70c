import Foundation
import Glibc
import RunningPrograms

/// A running `calcroom` process, or another program.
final class RunningProgram {
    private let process: Child
    private let folder: TemporaryFolder

    /// The `calcroom` binary in the folder of the test binary.
    static let binary = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appending(path: "calcroom")

    /// - Parameter wrapper: A command that runs the program, such as strace.
    init(
        _ arguments: [String], binary: URL = RunningProgram.binary,
        through wrapper: [String] = [], environment: [String: String] = [:],
        input: FileHandle? = nil, output: FileHandle? = nil
    ) throws {
        folder = try TemporaryFolder()
        process = try Child(
            wrapper + [binary.path] + arguments,
            environment: ProcessInfo.processInfo.environment.merging(environment) { $1 },
            input: input, output: try output ?? Self.file("output", in: folder),
            errorOutput: try Self.file("error", in: folder))
    }

    var processIdentifier: Int32 { process.processIdentifier }

    /// Kills the process and waits for its end.
    func kill() throws {
        process.signal(SIGKILL)
        _ = try status()
    }

    private static func file(_ name: String, in folder: TemporaryFolder) throws -> FileHandle {
        let file = folder.url.appending(path: name)
        try Data().write(to: file)
        return try FileHandle(forWritingTo: file)
    }

    /// The complete lines of its output so far.
    var lines: [String] { completeLines("output") }
    /// The complete lines of its error output so far.
    var errorLines: [String] { completeLines("error") }

    /// Its output so far.
    var output: String { text("output") }

    private func completeLines(_ name: String) -> [String] {
        text(name).components(separatedBy: "\n").dropLast()
    }

    private func text(_ name: String) -> String {
        let data = try? Data(contentsOf: folder.url.appending(path: name))
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    /// Waits until there are at least `count` lines.
    func lines(_ count: Int) throws -> [String] {
        try Wait.until { self.lines.count >= count ? self.lines : nil }
    }

    func errorLines(_ count: Int) throws -> [String] {
        try Wait.until { self.errorLines.count >= count ? self.errorLines : nil }
    }

    struct Ended: Error { var errorLines: [String] }

    /// Waits until the condition is true. Throws an error if the program ends before.
    func wait(until condition: () -> Bool) throws {
        try Wait.untilTrue {
            if condition() { return true }
            if isEnded { throw Ended(errorLines: errorLines) }
            return false
        }
    }

    /// Waits for the last line that a server prints when it has started.
    func waitUntilServing() throws {
        try wait { lines.contains { $0.hasPrefix("running ") } }
    }

    var isEnded: Bool { !process.isRunning }

    func send(_ signal: Int32) { process.signal(signal) }

    /// Waits until the process has ended, and returns its exit status.
    func status(seconds: Double = 60) throws -> Int32 {
        guard let status = process.waitUntilEnd(seconds: seconds) else {
            throw TestFailure.tookTooLong
        }
        return status
    }

    /// Waits for the end of `calcroom`, and returns its status and its messages: `1: There is no file a.db.`
    func failure() throws -> String {
        let status = try status()
        let messages = errorLines.map { line in
            line.hasPrefix("calcroom: ") ? String(line.dropFirst(10)) : "without a name: \(line)"
        }
        return "\(status): " + (lines + messages).joined(separator: "\n")
    }

    /// Runs `calcroom press` in the room 7b: `press(server, "5 + 7 =")`.
    static func press(
        _ server: TestServer, _ keys: String, _ options: String...
    ) throws -> RunningProgram {
        try RunningProgram(["press", room(server), keys] + options)
    }

    static func room(_ server: TestServer) -> String {
        "http://127.0.0.1:\(server.port)/rooms/7b"
    }
}
