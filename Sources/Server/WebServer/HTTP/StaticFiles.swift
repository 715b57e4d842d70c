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
            guard var file = StaticFile(name, in: root) else { continue }
            file.isShared = name.contains("/")
            files["/" + name] = file
            if name.hasSuffix("/index.html") {
                files["/" + name.dropLast("index.html".count)] = file
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

/// A version of the page, named after a hash of all its files.
///
/// Each file of the page also has an address with this name, such as `/3f2a…/app.js`, and the HTML refers to
/// these addresses. While servers with different versions share an address, a page therefore loads files of
/// its own version, or fails to load, but never mixes versions. Files at these addresses never change, so
/// browsers cache them without asking again.
///
/// The service worker (`sw.js`), which stores the page for use without a network, starts with a list of the
/// files. A new version changes this list, so browsers see a new worker and update the page.
struct PageVersion {
    let name: String
    /// The paths of the page's files.
    private let parts: [String]

    private static let page = "/index.html"
    private static let worker = "/sw.js"
    private static let extensions = [".css", ".html", ".js", ".json", ".svg", ".wasm"]

    init(of files: [String: StaticFile]) {
        // Files in folders are for programs, not for the page.
        let all = files.filter { !$0.key.dropFirst().contains("/") }.sorted { $0.key < $1.key }
        let tags = all.map { "\($0.key) \($0.value.tag)\n" }.joined()
        name = Digest.text(of: Array(tags.utf8))
        parts = all.map(\.key).filter { path in
            path != Self.worker && Self.extensions.contains { path.hasSuffix($0) }
        }
    }

    func add(to files: inout [String: StaticFile]) {
        if let page = files[Self.page] { files[Self.page] = page.mapText(withVersionedPaths) }
        if let worker = files[Self.worker] { files[Self.worker] = worker.mapText(withPartList) }
        for path in parts {
            files["/\(name)\(path)"] = files[path]
            files["/\(name)\(path)"]?.isImmutable = true
        }
    }

    /// Replaces the paths in HTML: `href="/page.css"` becomes `href="/3f2a…/page.css"`.
    private func withVersionedPaths(_ html: String) -> String {
        parts.reduce(html) { html, path in
            html.split(separator: "\"\(path)\"", omittingEmptySubsequences: false)
                .joined(separator: "\"/\(name)\(path)\"")
        }
    }

    /// Adds the name of the version and the list of its files to a script.
    private func withPartList(_ script: String) -> String {
        let list = parts.map { "\"\($0.dropFirst())\"" }.joined(separator: ", ")
        return "const version = \"\(name)\", files = [\(list)];\n\(script)"
    }
}

extension StaticFile {
    fileprivate func mapText(_ transform: (String) -> String) -> StaticFile {
        let text = transform(String(decoding: content, as: UTF8.self))
        return StaticFile(type: type, content: Array(text.utf8))
    }
}
