import Foundation
import RunningPrograms

/// The files of the package, found from where this file lies.
enum Checkout {
    static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// Has bash run these words at the top of the checkout. What it said on both streams, and how it ended.
    static func run(
        _ words: String, _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> (status: Int32, output: String) {
        try Child.run(["/bin/bash", "-c", words], in: root, environment: environment)
    }
}
