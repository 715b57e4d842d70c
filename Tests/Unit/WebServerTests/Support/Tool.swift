import Foundation
import RunningPrograms

/// An external program that may be installed.
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

    var isInstalled: Bool { path != nil }

    /// Runs the program to its end and returns its status and its output on both streams.
    func run(_ arguments: [String], input: String = "") throws -> (status: Int32, output: String) {
        guard let path else { throw TestFailure.noConnection }
        return try Child.run([path.path] + arguments, input: input)
    }
}
