public import Foundation
import Glibc

/// A program that was started, and ends with this at the latest.
///
/// Foundation's `Process` goes through the names of all open descriptors before it starts one, and with
/// more than some 1,300 of them, as beside tests with many sockets, it reads beyond what it was given.
public final class Child: @unchecked Sendable {
    public let processIdentifier: Int32
    /// The status of the end. What ends in another thread is waited for in any.
    private var end: Int32?
    private let lock = NSLock()

    public struct NotStarted: Error {
        public let program: String
        public let why: String
    }

    /// - Parameter words: The program's path, and what it is told. It hears nothing and speaks to nobody
    ///   but where it is given something to.
    public init(
        _ words: [String], in folder: URL? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment,
        input: FileHandle? = nil, output: FileHandle? = nil, errorOutput: FileHandle? = nil
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let folder { addFolder(&actions, folder.path) }
        for (number, stream) in zip(Int32(0)..., [input, output, errorOutput]) {
            if let stream {
                posix_spawn_file_actions_adddup2(&actions, stream.fileDescriptor, number)
            } else {
                posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
            }
        }
        addClosing(&actions, 3)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // As if a shell had started it: a group of its own, and no signal that is passed over here.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var arguments = words.map { strdup($0) } + [nil]
        // A server refuses settings that it does not know.
        let settings = environment.filter { $0.key != Effort.variable }
        var variables = settings.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var number: pid_t = 0
        let code = posix_spawn(&number, words[0], &actions, &attributes, &arguments, &variables)
        guard code == 0 else {
            throw NotStarted(program: words[0], why: String(cString: strerror(code)))
        }
        processIdentifier = number
    }

    deinit {
        guard isRunning else { return }
        kill(processIdentifier, SIGKILL)
        waitpid(processIdentifier, nil, 0)
    }

    /// What a program says on both streams, and how it ends.
    public static func run(
        _ words: [String], in folder: URL? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment, input: String = ""
    ) throws -> (status: Int32, output: String) {
        let (asked, said) = (Pipe(), Pipe())
        let child = try Child(
            words, in: folder, environment: environment, input: asked.fileHandleForReading,
            output: said.fileHandleForWriting, errorOutput: said.fileHandleForWriting)
        try asked.fileHandleForReading.close()
        try said.fileHandleForWriting.close()
        // It may end without having read all of it.
        try? asked.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try asked.fileHandleForWriting.close()
        let output = try said.fileHandleForReading.readToEnd() ?? Data()
        return (child.waitUntilEnd(), String(decoding: output, as: UTF8.self))
    }

    public var isRunning: Bool { status == nil }

    /// With what it ended: its own status, or the signal's number.
    public var status: Int32? {
        lock.withLock {
            var status: Int32 = 0
            guard end == nil, waitpid(processIdentifier, &status, WNOHANG) != 0 else { return end }
            let signal = status & 0x7f
            end = signal == 0 ? status >> 8 & 0xff : signal
            return end
        }
    }

    public func signal(_ signal: Int32) {
        // The number of one that has ended may be another's.
        guard isRunning else { return }
        kill(processIdentifier, signal)
    }

    @discardableResult public func waitUntilEnd() -> Int32 {
        waitUntilEnd(seconds: .infinity) ?? -1
    }

    /// Nil if it has not ended by then.
    public func waitUntilEnd(seconds: Double) -> Int32? {
        let limit = ProcessInfo.processInfo.systemUptime + seconds
        while isRunning, ProcessInfo.processInfo.systemUptime < limit { usleep(1_000) }
        return status
    }
}

// Glibc has these two, but they are not in its module for Swift.

@_extern(c, "posix_spawn_file_actions_addchdir_np")
@discardableResult private func addFolder(
    _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ path: UnsafePointer<CChar>
) -> Int32

@_extern(c, "posix_spawn_file_actions_addclosefrom_np")
@discardableResult private func addClosing(
    _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ from: Int32
) -> Int32
