import Foundation

@testable import WebServer

/// The result of a command on a room file.
struct FileCommand {
    let status: Int32
    let output: String
    let lines: [String]
    let errorLines: [String]
    /// The status and the messages: `1: There is no file a.db.`
    let failure: String

    /// `FileCommand("export party --as log", of: file)`
    init(_ words: String, of path: String, environment: [String: String] = [:]) throws {
        let words = words.split(separator: " ").map(String.init)
        try self.init(words + ["--data", path], environment: environment)
    }

    init(_ words: [String], environment: [String: String] = [:]) throws {
        let program = try RunningProgram(words, environment: environment)
        status = try program.status()
        output = program.output
        lines = program.lines
        errorLines = program.errorLines
        failure = try program.failure()
    }
}
