import Foundation
import RoomClient

/// The page: files that are read once, when the server starts, and looked up by their paths. What is
/// not in this table cannot be asked for. The layout of the keypads is the engine's; the page draws it
/// while the module is still on its way.
struct StaticFiles: Sendable {
    private let files: [String: StaticFile]
    /// What every room's address shows.
    let index: StaticFile

    init(in folder: String) throws(ServerError) {
        let root = URL(filePath: folder, directoryHint: .isDirectory).standardizedFileURL
        var files: [String: StaticFile] = [:]
        let names = FileManager.default.enumerator(atPath: root.path)
        while let name = names?.nextObject() as? String {
            guard let file = StaticFile(name, in: root) else { continue }
            files["/" + name] = file
        }
        files["/keypads.json"] = StaticFile(
            type: "application/json", content: PageReplica.keypads)
        PageVersion(of: files).add(to: &files)
        guard let index = files["/index.html"] else { throw .noStaticFiles(folder) }
        self.files = files
        self.index = index
    }

    subscript(path: String) -> StaticFile? { files[path] }
}
