import Foundation
import Glibc
import RunningPrograms

/// A Redis server or a sentinel for one test, with its own port and folder.
public final class RunningRedis: @unchecked Sendable {
    public let port: Int
    /// The port for clients with TLS, if there are certificates.
    public let tlsPort: Int
    /// The port for the other servers of a cluster.
    let clusterPort: Int
    private let reservations: [Loopback.Reservation]
    private let settings: [String]
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "redis-\(UUID().uuidString)")
    private var process: Child?
    private let isSentinel: Bool
    private var password: String? {
        settings.first { $0.hasPrefix("requirepass ") }.map { String($0.dropFirst(12)) }
    }

    public struct Unavailable: Error {
        public let reason: String
    }

    /// - Parameters:
    ///   - settings: Lines of the configuration, such as `appendonly yes`. By default Redis stores nothing on disk.
    ///   - certificates: For TLS at another port.
    ///   - certificate: The name of the certificate of the server.
    ///   - isSentinel: True for a program that watches primaries.
    ///   - isClustered: True for a server of a cluster. With certificates, its servers use TLS among themselves.
    public init(
        _ settings: [String] = [], certificates: Certificates? = nil,
        certificate: String = "server", isSentinel: Bool = false, isClustered: Bool = false
    ) throws {
        self.isSentinel = isSentinel
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        reservations = (0..<3).map { _ in Loopback.Reservation() }
        port = Int(reservations[0].port)
        tlsPort = Int(reservations[1].port)
        clusterPort = Int(reservations[2].port)
        let tls = certificates?.settings(port: reservations[1].port, certificate: certificate)
        let cluster = isClustered ? ["cluster-enabled yes", "cluster-port \(clusterPort)"] : []
        let clusterTLS =
            isClustered && tls != nil ? ["tls-cluster yes", "tls-replication yes"] : []
        self.settings = (tls ?? []) + cluster + clusterTLS + settings
        try start()
    }

    deinit { end() }

    public static var isInstalled: Bool { path(of: "redis-server") != nil }

    static func path(of program: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.map { "\($0)/\(program)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Starts the server and waits until it answers.
    public func start() throws {
        guard let program = Self.path(of: "redis-server") else {
            throw Unavailable(reason: "redis-server is not installed")
        }
        let defaults = ["bind 127.0.0.1", "port \(port)"]
        let unsaved = isSentinel ? [] : ["save \"\"", "appendonly no"]
        let file = folder.appending(path: "redis.conf")
        // Sentinels change it.
        if !FileManager.default.fileExists(atPath: file.path) {
            let lines = defaults + unsaved + settings
            try Data(lines.joined(separator: "\n").utf8).write(to: file)
        }
        let mode = isSentinel ? ["--sentinel"] : []
        let process = try Child([program, file.path] + mode, in: folder)
        self.process = process
        let end = Date() + 60
        // A Redis with a password refuses.
        while ask("PING").map({ $0 == "PONG" || $0.hasPrefix("NOAUTH") }) != true {
            guard Date() < end, process.isRunning else {
                throw Unavailable(reason: "Redis does not answer")
            }
            usleep(2_000)
        }
    }

    /// Kills the server immediately.
    public func kill() {
        process?.signal(SIGKILL)
        process?.waitUntilEnd()
        process = nil
    }

    public func end() {
        kill()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Suspends or resumes the process.
    public func setRunning(_ isRunning: Bool) {
        process?.signal(isRunning ? SIGCONT : SIGSTOP)
    }

    /// Makes the server refuse or accept writes. It refuses them while it has fewer replicas than required.
    public func setWritable(_ isWritable: Bool) {
        _ = ask("CONFIG SET min-replicas-to-write \(isWritable ? 0 : 1)")
    }

    /// Waits until all writes are in the append-only file. With `everysec`, Redis keeps them in memory while the
    /// disk is busy.
    public func waitUntilWritten() { wait(for: "aof_buffer_length:0", in: "persistence") }

    /// Waits until a section of `INFO` contains a text.
    public func wait(for text: String, in section: String) {
        let script = "return redis.call('INFO','\(section)'):find('\(text)',1,true) and 1"
        wait(for: "EVAL \"\(script)\" 0", "1")
    }

    /// Waits until Redis has this reply to a command.
    public func wait(for command: String, _ reply: String) {
        let end = Date() + 60
        while Date() < end, ask(command) != reply { usleep(2_000) }
    }

    /// Sends a command. Returns the first line of the reply without its type; nil without a reply.
    public func ask(_ command: String) -> String? {
        answer(command, hasMany: false).map { bytes in
            String(decoding: bytes.prefix { $0 != 13 }.dropFirst(), as: UTF8.self)
        }
    }

    /// Sends a command whose reply is a text of many lines.
    public func text(_ command: String) -> String? {
        answer(command, hasMany: true).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The reply to a command: its first line, or also the text whose size it has.
    private func answer(_ command: String, hasMany: Bool) -> [UInt8]? {
        let descriptor = Loopback.socket()
        defer { close(descriptor) }
        guard Loopback.with(port: UInt16(port), { connect(descriptor, $0, $1) }) == 0 else {
            return nil
        }
        let login = password.map { "AUTH \($0)\r\n" } ?? ""
        let request = Array("\(login)\(command)\r\n".utf8)
        guard send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
            return nil
        }
        var answer: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = recv(descriptor, &bytes, bytes.count, 0)
            guard count > 0 else { return nil }
            answer += bytes.prefix(count)
            var reply = answer[...]
            if password != nil { reply = reply.drop { $0 != 10 }.dropFirst() }
            guard reply.contains(10) else { continue }
            let size =
                hasMany
                ? Int(String(decoding: reply.dropFirst().prefix { $0 != 13 }, as: UTF8.self)) : 0
            if reply.count >= size ?? 0 { return Array(reply) }
        }
    }
}

extension Certificates {
    /// The settings of a Redis that has this certificate and accepts clients without one.
    fileprivate func settings(port: UInt16, certificate: String) -> [String] {
        [
            "tls-port \(port)", "tls-cert-file \(path(certificate)).pem",
            "tls-key-file \(path(certificate)).key", "tls-ca-cert-file \(authority)",
            "tls-auth-clients no",
        ]
    }
}
