import Foundation
import RoomClient

/// The files of the page, by path. The server reads them when it starts, and serves no other files. Files in
/// folders, such as `/api/calcroom.js`, are for programs and for pages of other servers. The address of a folder
/// has its `index.html`.
///
/// One file is generated: `/keypads.json` has the engine's keypad layouts, so that the page can draw a keypad
/// before its WebAssembly module has loaded.
struct StaticFiles: Sendable {
    private let files: [String: StaticFile]
    /// The page of all rooms.
    let index: StaticFile

    init(in folder: String) throws(ServerError) {
        let root = URL(filePath: folder, directoryHint: .isDirectory).standardizedFileURL
        // The wrong folder may have millions of files.
        guard let index = StaticFile("index.html", in: root) else { throw .noStaticFiles(folder) }
        var files: [String: StaticFile] = [:]
        let names = FileManager.default.enumerator(atPath: root.path)
        while let name = names?.nextObject() as? String {
            guard let file = StaticFile(name, in: root) else { continue }
            files["/" + name] = name.contains("/") ? file.shared : file
            if name.hasSuffix("/index.html") {
                files["/" + name.dropLast("index.html".count)] = file.shared
            }
        }
        files["/keypads.json"] = StaticFile(
            type: "application/json", content: PageReplica.keypads)
        PageVersion(of: files).add(to: &files)
        self.files = files
        self.index = files["/index.html"] ?? index
    }

    subscript(path: String) -> StaticFile? { files[path] }
}
