import Foundation
import RunningPrograms

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
        let process = try Child(
            [binary.path] + arguments, in: folder,
            input: try FileHandle(forReadingFrom: streams[0]),
            output: try FileHandle(forWritingTo: streams[1]),
            complaint: try FileHandle(forWritingTo: streams[2]))
        guard let status = process.waitUntilEnd(seconds: secondsMax) else {
            throw Failure.ranTooLong
        }
        return Result(
            output: try String(contentsOf: streams[1], encoding: .utf8),
            complaint: try String(contentsOf: streams[2], encoding: .utf8),
            status: status)
    }

    enum Failure: Error { case ranTooLong }
}
