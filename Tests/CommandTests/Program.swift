import Foundation

/// The program as people run it: the binary beside the tests, with its streams.
struct Program {
    struct Result: Equatable {
        let output: String
        let complaint: String
        let status: Int32

        var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    static let binary = URL(filePath: CommandLine.arguments[0])
        .deletingLastPathComponent().appending(path: "calcroom")
    private static let secondsMax = 60.0

    /// Runs `calcroom` with the words of a line: `run("split 95.00 --people 3")`.
    static func run(_ line: String, input: String = "") throws -> Result {
        try run(line.split(separator: " ").map(String.init), input: input)
    }

    static func run(_ arguments: [String], input: String = "") throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // Files instead of pipes: neither side can wait for the other.
        let streams = ["input", "output", "complaint"].map { folder.appending(path: $0) }
        try Data(input.utf8).write(to: streams[0])
        for stream in streams.dropFirst() { try Data().write(to: stream) }
        let process = Process()
        process.executableURL = binary
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardInput = try FileHandle(forReadingFrom: streams[0])
        process.standardOutput = try FileHandle(forWritingTo: streams[1])
        process.standardError = try FileHandle(forWritingTo: streams[2])
        try run(process)
        return Result(
            output: try String(contentsOf: streams[1], encoding: .utf8),
            complaint: try String(contentsOf: streams[2], encoding: .utf8),
            status: process.terminationStatus)
    }

    private static func run(_ process: Process) throws {
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        try process.run()
        guard ended.wait(timeout: .now() + secondsMax) == .success else {
            process.terminate()
            process.waitUntilExit()
            throw Failure.ranTooLong
        }
    }

    enum Failure: Error { case ranTooLong }
}
