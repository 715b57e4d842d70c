import Foundation

/// The files of the package, found from where this file lies.
enum Checkout {
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent()

    struct File {
        /// The path from the root: `Sources/ExactNumbers/Integer.swift`.
        var path: String
        var text: String
    }

    /// The names in a folder, in order; none if there is no such folder.
    static func names(in folder: String) throws -> [String] {
        guard exists(folder) else { return [] }
        return try FileManager.default
            .contentsOfDirectory(atPath: root.appending(path: folder).path)
            .sorted()
    }

    /// All files below a folder whose names end so: `files(in: "docs", suffix: ".md")`.
    static func files(in folder: String, suffix: String) throws -> [File] {
        guard exists(folder) else { return [] }
        return try FileManager.default
            .subpathsOfDirectory(atPath: root.appending(path: folder).path)
            .filter { $0.hasSuffix(suffix) }
            .sorted()
            .map { try file("\(folder)/\($0)") }
    }

    static func file(_ path: String) throws -> File {
        let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
        return File(path: path, text: text)
    }

    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appending(path: path).path)
    }

    /// README.md and everything in docs.
    static func documents() throws -> [File] {
        try [file("README.md")] + files(in: "docs", suffix: ".md")
    }
}
