import Foundation
import Glibc
import RunningPrograms

/// A Redis of one test, with a port and a folder of its own.
public final class RunningRedis: @unchecked Sendable {
    public let port: Int
    private let reservation: Loopback.Reservation
    private let settings: [String]
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "redis-\(UUID().uuidString)")
    private var process: Child?

    public struct NotThere: Error {
        public let what: String
    }

    /// - Parameter settings: `appendonly yes` and the like; without them nothing is kept.
    public init(_ settings: [String] = []) throws {
        self.settings = settings
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        reservation = Loopback.Reservation()
        port = Int(reservation.port)
        try start()
    }

    deinit { end() }

    public static var isThere: Bool { path(of: "redis-server") != nil }

    private static func path(of program: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.map { "\($0)/\(program)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// It answers when this returns.
    public func start() throws {
        guard let program = Self.path(of: "redis-server") else {
            throw NotThere(what: "redis-server")
        }
        let usual = ["bind 127.0.0.1", "port \(port)", "save \"\"", "appendonly no"]
        let file = folder.appending(path: "redis.conf")
        try Data((usual + settings).joined(separator: "\n").utf8).write(to: file)
        let process = try Child([program, file.path], in: folder)
        self.process = process
        let end = Date() + 60
        while ask("PING") != "PONG" {
            guard Date() < end, process.isRunning else { throw NotThere(what: "an answer") }
            usleep(2_000)
        }
    }

    /// Ends it in the middle of whatever it does.
    public func kill() {
        process?.signal(SIGKILL)
        process?.waitUntilEnd()
        process = nil
    }

    public func end() {
        kill()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Lets it answer no more, or again.
    public func setRunning(_ isRunning: Bool) {
        process?.signal(isRunning ? SIGCONT : SIGSTOP)
    }

    /// It takes no writes while it has fewer replicas than it is told to have.
    public func setWritable(_ isWritable: Bool) {
        _ = ask("CONFIG SET min-replicas-to-write \(isWritable ? 0 : 1)")
    }

    /// What it says to a command, in one line of its protocol; nil if it says nothing.
    public func ask(_ command: String) -> String? {
        let descriptor = Loopback.socket()
        defer { close(descriptor) }
        guard Loopback.with(port: UInt16(port), { connect(descriptor, $0, $1) }) == 0 else {
            return nil
        }
        let words = Array("\(command)\r\n".utf8)
        guard send(descriptor, words, words.count, Int32(MSG_NOSIGNAL)) == words.count else {
            return nil
        }
        var answer: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 4_096)
        while !answer.contains(10) {
            let count = recv(descriptor, &bytes, bytes.count, 0)
            guard count > 0 else { return nil }
            answer += bytes.prefix(count)
        }
        let line = String(decoding: answer.prefix { $0 != 13 }, as: UTF8.self)
        return String(line.dropFirst())
    }
}
