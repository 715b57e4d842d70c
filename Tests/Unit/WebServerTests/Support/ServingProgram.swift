import Foundation
import Glibc
import SharedRoom
import Testing

/// A `calcroom serve` process with a store.
final class ServingProgram {
    let program: RunningProgram
    let port: UInt16
    private let data: String
    private let isWrapped: Bool

    /// Starts a server. At any free port, waits until it has started.
    ///
    /// - Parameter wrapper: A command that runs the program, such as strace.
    init(
        _ data: String, port: UInt16 = 0, _ options: [String] = [], through wrapper: [String] = []
    ) throws {
        self.data = data
        isWrapped = !wrapper.isEmpty
        let serve = [
            "serve", "--host", "127.0.0.1", "--port", "\(port)", "--data", data,
            "--limits", "none", "--static", try TestPage.folder(),
        ]
        program = try RunningProgram(serve + options, through: wrapper)
        guard port == 0 else {
            self.port = port
            return
        }
        try program.waitUntilServing()
        let line = program.lines.first { $0.hasPrefix("listening on ") }
        guard let port = line.flatMap({ $0.split(separator: ":").last }).flatMap({ UInt16($0) })
        else { throw RunningProgram.Ended(errorLines: program.errorLines) }
        self.port = port
    }

    /// Waits until a server at a given port has started.
    func waitUntilServing() throws { try program.waitUntilServing() }

    /// Kills the server with SIGKILL and waits for its end.
    func kill() throws { try end(SIGKILL) }

    /// Stops the process (SIGSTOP), or continues it.
    func setRunning(_ isRunning: Bool) {
        Glibc.kill(processIdentifier, isRunning ? SIGCONT : SIGSTOP)
    }

    /// Ends the server with SIGTERM, as an operator does.
    func stop() throws { try end(SIGTERM) }

    /// The process ID of the server. With a wrapper, it is read from the lock file.
    var processIdentifier: Int32 {
        let lock = isWrapped ? try? String(contentsOfFile: data + "-lock", encoding: .utf8) : nil
        let holder = lock.flatMap { Int32($0.filter(\.isNumber)) }
        return holder ?? program.processIdentifier
    }

    private func end(_ signal: Int32) throws {
        Glibc.kill(processIdentifier, signal)
        _ = try program.status()
    }

    func link(_ room: String) -> String { "http://127.0.0.1:\(port)/rooms/\(room)" }

    /// Presses keys in a room, which is made if it does not exist. Returns the output of `calcroom press`.
    func press(_ keys: String, in room: String) throws -> [String] {
        let press = try RunningProgram(["press", link(room), "--make", "standard", keys])
        #expect(try press.status() == 0, "\(press.errorLines)")
        return press.lines
    }

    /// At most 10,000 stored events of a room.
    func events(of room: String, from first: Int64 = 1) throws -> [Event] {
        let line = "GET /rooms/\(room)/log?from=\(first)&count=10000 HTTP/1.1"
        let reply = try Wait.until {
            let reply = try? HTTPReply(port: self.port, line)
            return reply?.status == 200 ? reply : nil
        }
        return try reply.body.split(separator: "\n").map { try Event.decode(line: Array($0.utf8)) }
    }
}
