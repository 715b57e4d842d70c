import Foundation
import Glibc
import RunningPrograms

/// The command as people run it, while it runs: the binary beside the tests.
final class RunningProgram {
    private let process: Child
    private let folder: URL

    static let binary = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appending(path: "calcroom")

    init(
        _ arguments: [String], binary: URL = RunningProgram.binary,
        environment: [String: String] = [:], input: FileHandle? = nil, output: FileHandle? = nil
    ) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        process = try Child(
            [binary.path] + arguments,
            environment: ProcessInfo.processInfo.environment.merging(environment) { $1 },
            input: input, output: try output ?? Self.file("output", in: folder),
            errorOutput: try Self.file("complaint", in: folder))
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    var processIdentifier: Int32 { process.processIdentifier }

    /// Nothing of it is left when this returns.
    func kill() throws {
        process.signal(SIGKILL)
        _ = try status()
    }

    private static func file(_ name: String, in folder: URL) throws -> FileHandle {
        let file = folder.appending(path: name)
        try Data().write(to: file)
        return try FileHandle(forWritingTo: file)
    }

    /// What it has said so far, in whole lines.
    var lines: [String] { whole("output") }
    var complaints: [String] { whole("complaint") }

    /// All that it has said so far.
    var output: String { text("output") }

    private func whole(_ name: String) -> [String] {
        text(name).components(separatedBy: "\n").dropLast()
    }

    private func text(_ name: String) -> String {
        let data = try? Data(contentsOf: folder.appending(path: name))
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    /// Its lines, once there are so many.
    func lines(_ count: Int) throws -> [String] {
        try Wait.until { self.lines.count >= count ? self.lines : nil }
    }

    func complaints(_ count: Int) throws -> [String] {
        try Wait.until { self.complaints.count >= count ? self.complaints : nil }
    }

    /// Above that line stand as many addresses as the machine has.
    func untilServing() throws {
        _ = try Wait.until {
            self.lines.contains { $0.hasPrefix("running ") } ? true : nil
        }
    }

    var isEnded: Bool { !process.isRunning }

    func interrupt(_ signal: Int32) { process.signal(signal) }

    /// Waits until it has ended.
    func status(seconds: Double = 60) throws -> Int32 {
        guard let status = process.waitUntilEnd(seconds: seconds) else {
            throw TestFailure.tookTooLong
        }
        return status
    }

    /// `press(server, "5 + 7 =")` types in the room 7b.
    static func press(
        _ server: TestServer, _ keys: String, _ options: String...
    ) throws -> RunningProgram {
        try RunningProgram(["press", room(server), keys] + options)
    }

    static func room(_ server: TestServer) -> String {
        "http://127.0.0.1:\(server.port)/rooms/7b"
    }
}
