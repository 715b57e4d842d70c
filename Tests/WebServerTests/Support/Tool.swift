import Foundation

/// A program that may be installed here or not.
struct Tool {
    let name: String

    static let promtool = Tool(name: "promtool")
    static let openssl = Tool(name: "openssl")
    static let nginx = Tool(name: "nginx")
    static let haproxy = Tool(name: "haproxy")
    static let analyzer = Tool(name: "systemd-analyze")

    var path: URL? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return (folders.map(String.init) + ["/usr/sbin", "/sbin"])
            .map { URL(filePath: $0).appending(path: name) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    var isThere: Bool { path != nil }

    /// What it says on both streams, when it has ended.
    func run(_ arguments: [String], in folder: URL? = nil, input: String = "") throws -> (
        status: Int32, output: String
    ) {
        guard let path else { throw TestFailure.noConnection }
        let process = Process()
        let (asked, said) = (Pipe(), Pipe())
        process.executableURL = path
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardInput = asked
        process.standardOutput = said
        process.standardError = said
        try process.run()
        asked.fileHandleForWriting.write(Data(input.utf8))
        try asked.fileHandleForWriting.close()
        let output = try said.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}
