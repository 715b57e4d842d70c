import Foundation
import Glibc

/// `calcroom serve` with a file for its rooms, as a process of its own.
final class ServingProgram {
    let program: RunningProgram
    let port: UInt16
    private let data: String
    private let isWrapped: Bool

    /// - Parameter wrapper: The words of a command that runs it.
    init(
        _ data: String, port: UInt16 = 0, _ options: [String] = [], through wrapper: [String] = []
    ) throws {
        self.data = data
        isWrapped = !wrapper.isEmpty
        let serve = [
            RunningProgram.binary.path, "serve", "--host", "127.0.0.1", "--port", "\(port)",
            "--data", data, "--limits", "none", "--static", try TestPage.folder(),
        ]
        let words = wrapper + serve + options
        program = try RunningProgram(
            Array(words.dropFirst()), binary: URL(filePath: words[0]))
        guard port == 0 else {
            self.port = port
            return
        }
        let program = program
        let line: String? = try? Wait.until {
            program.lines.first { $0.hasPrefix("listening on ") }
        }
        guard let port = line.flatMap({ $0.split(separator: ":").last }).flatMap({ UInt16($0) })
        else { throw Silent(complaints: program.complaints) }
        self.port = port
    }

    struct Silent: Error { var complaints: [String] }

    /// Waits until it serves.
    func ready() throws {
        try program.untilServing()
    }

    /// Ends it as nothing can be ended more suddenly, and waits until it is gone.
    func kill() throws { try end(SIGKILL) }

    /// Lets it hang, or go on.
    func setRunning(_ isRunning: Bool) {
        Glibc.kill(processIdentifier, isRunning ? SIGCONT : SIGSTOP)
    }

    /// Ends it as an operator does.
    func stop() throws { try end(SIGTERM) }

    /// That of the server itself, which says it in its lock.
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
}
