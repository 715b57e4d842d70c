public import Foundation

/// The checkout that the tests were built from.
public enum Checkout {
    /// The folder above this file that has Package.swift.
    public static let root: URL = {
        var folder = URL(filePath: #filePath)
        repeat {
            folder.deleteLastPathComponent()
        } while folder.path != "/" && !hasPackage(folder)
        return folder
    }()

    private static func hasPackage(_ folder: URL) -> Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path)
    }

    /// The text of a file: `text(of: "docs/protocol.md")`.
    public static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
}

/// A folder that exists as long as this object.
public final class TemporaryFolder: Sendable {
    public let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    public init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    public var path: String { url.path }

    /// The path of a file in the folder.
    public func path(of name: String) -> String { url.appending(path: name).path }
}
