import Foundation
import RunningPrograms

/// The root folder of the repository.
enum Checkout {
    static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// Runs a shell command in the root folder. Returns the exit status and the output of both streams.
    static func run(
        _ command: String, _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> (status: Int32, output: String) {
        try Child.run(["/bin/bash", "-c", command], in: root, environment: environment)
    }
}
