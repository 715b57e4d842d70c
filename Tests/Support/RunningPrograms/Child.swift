public import Foundation
import Glibc

/// A child process. It is killed when this object is released.
///
/// Foundation's `Process` cannot be used: with more than about 1,300 open descriptors, as in tests with many
/// sockets, it reads beyond the end of a buffer.
public final class Child: @unchecked Sendable {
    public let processIdentifier: Int32
    /// The status with which the process has ended. Guarded by the lock, as any thread may call `waitpid`.
    private var endStatus: Int32?
    private let lock = NSLock()

    public struct NotStarted: Error {
        public let program: String
        public let reason: String
    }

    /// Starts a program. A stream that is nil is /dev/null.
    ///
    /// - Parameter command: The program's path, followed by its arguments.
    public init(
        _ command: [String], in folder: URL? = nil,
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
        // As a shell does: a process group of its own, no blocked signals and default signal handlers.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var arguments = command.map { strdup($0) } + [nil]
        // A server rejects unknown variables that begin with CALCROOM_.
        let settings = environment.filter { $0.key != Effort.variable }
        var variables = settings.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var number: pid_t = 0
        let code = posix_spawn(&number, command[0], &actions, &attributes, &arguments, &variables)
        guard code == 0 else {
            throw NotStarted(program: command[0], reason: String(cString: strerror(code)))
        }
        processIdentifier = number
    }

    deinit {
        guard isRunning else { return }
        kill(processIdentifier, SIGKILL)
        waitpid(processIdentifier, nil, 0)
    }

    /// Runs a program until it ends. Returns its exit status and the output of both streams.
    public static func run(
        _ command: [String], in folder: URL? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment, input: String = ""
    ) throws -> (status: Int32, output: String) {
        let (inputPipe, outputPipe) = (Pipe(), Pipe())
        let child = try Child(
            command, in: folder, environment: environment, input: inputPipe.fileHandleForReading,
            output: outputPipe.fileHandleForWriting, errorOutput: outputPipe.fileHandleForWriting)
        try inputPipe.fileHandleForReading.close()
        try outputPipe.fileHandleForWriting.close()
        // The program may end without reading all of its input.
        try? inputPipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try inputPipe.fileHandleForWriting.close()
        let output = try outputPipe.fileHandleForReading.readToEnd() ?? Data()
        return (child.waitUntilEnd(), String(decoding: output, as: UTF8.self))
    }

    public var isRunning: Bool { status == nil }

    /// The exit status, or the number of the signal that ended the process. Nil while it runs.
    public var status: Int32? {
        lock.withLock {
            var status: Int32 = 0
            guard endStatus == nil, waitpid(processIdentifier, &status, WNOHANG) != 0 else {
                return endStatus
            }
            let signal = status & 0x7f
            endStatus = signal == 0 ? status >> 8 & 0xff : signal
            return endStatus
        }
    }

    public func signal(_ signal: Int32) {
        // The process identifier of an ended process may be in use again.
        guard isRunning else { return }
        kill(processIdentifier, signal)
    }

    @discardableResult public func waitUntilEnd() -> Int32 {
        waitUntilEnd(seconds: .infinity) ?? -1
    }

    /// Returns nil if the process still runs after this time.
    public func waitUntilEnd(seconds: Double) -> Int32? {
        let limit = ProcessInfo.processInfo.systemUptime + seconds
        while isRunning, ProcessInfo.processInfo.systemUptime < limit { usleep(1_000) }
        return status
    }
}

// Functions of glibc that its Swift module does not declare.

@_extern(c, "posix_spawn_file_actions_addchdir_np")
@discardableResult private func addFolder(
    _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ path: UnsafePointer<CChar>
) -> Int32

@_extern(c, "posix_spawn_file_actions_addclosefrom_np")
@discardableResult private func addClosing(
    _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ from: Int32
) -> Int32
