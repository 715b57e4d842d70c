import Foundation
import RunningPrograms
import Testing

/// Runs the programs that were built with the tests, and collects their output.
struct Program {
    struct Result: Equatable {
        let output: String
        let errorOutput: String
        let status: Int32

        var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    static let binary = path(of: "calcroom")

    private static func path(of program: String) -> URL {
        URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: program)
    }

    /// Runs `calcroom` with the arguments of a line: `run("split 95.00 --people 3")`.
    static func run(
        _ line: String, input: String = "", program: String = "calcroom"
    ) throws -> Result {
        let arguments = line.split(separator: " ").map(String.init)
        return try run(arguments, input: input, binary: path(of: program))
    }

    /// Runs `calcroom-lab`.
    static func runLab(_ line: String) throws -> Result {
        try run(line, program: "calcroom-lab")
    }

    static func run(
        _ arguments: [String], input: String = "", binary: URL = Program.binary
    ) throws -> Result {
        let folder = try TemporaryFolder()
        // Files instead of pipes, so that neither process waits for the other.
        let streams = ["input", "output", "errorOutput"].map { folder.url.appending(path: $0) }
        try Data(input.utf8).write(to: streams[0])
        for stream in streams.dropFirst() { try Data().write(to: stream) }
        let process = try Child(
            [binary.path] + arguments, in: folder.url,
            input: try FileHandle(forReadingFrom: streams[0]),
            output: try FileHandle(forWritingTo: streams[1]),
            errorOutput: try FileHandle(forWritingTo: streams[2]))
        let status = try #require(process.waitUntilEnd(seconds: 60))
        return Result(
            output: try String(contentsOf: streams[1], encoding: .utf8),
            errorOutput: try String(contentsOf: streams[2], encoding: .utf8),
            status: status)
    }
}
