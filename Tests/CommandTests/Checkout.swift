import Foundation

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
        let process = Process()
        let said = Pipe()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", words]
        process.currentDirectoryURL = root
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = said
        process.standardError = said
        try process.run()
        let output = try said.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}
