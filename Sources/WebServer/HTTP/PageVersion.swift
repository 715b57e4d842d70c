/// A page is of one piece. Its parts lie a second time in a folder that is named after what is in all of
/// them, `/3f2a…/app.js`, and that is where its HTML and its scripts look for them. With another server
/// behind the same address a page that is under way finds parts of its own version, or none; never
/// half of each. And as what lies there never changes, browsers need not ask for it again.
///
/// The worker that keeps the page for times without a network (`sw.js`) is told in its first lines what
/// to keep. Browsers take a worker whose text has changed for a new one, so that an update begins there.
struct PageVersion {
    let name: String
    /// The paths of what a page consists of.
    private let parts: [String]

    private static let page = "/index.html"
    private static let worker = "/sw.js"
    /// What stands alone: the worker, and what is shown in the place of the page.
    private static let others = [worker, "/no-room.html"]
    private static let kinds = [".css", ".html", ".js", ".json", ".svg", ".wasm"]

    init(of files: [String: StaticFile]) {
        let all = files.sorted { $0.key < $1.key }
        let tags = all.map { "\($0.key) \($0.value.tag)\n" }.joined()
        name = Digest.text(of: Array(tags.utf8))
        parts = all.map(\.key).filter { path in
            !Self.others.contains(path) && Self.kinds.contains { path.hasSuffix($0) }
        }
    }

    func add(to files: inout [String: StaticFile]) {
        if let page = files[Self.page] { files[Self.page] = page.changed(pointingHere) }
        if let worker = files[Self.worker] { files[Self.worker] = worker.changed(tellingParts) }
        for path in parts { files["/\(name)\(path)"] = files[path]?.lasting }
    }

    /// `href="/page.css"` becomes `href="/3f2a…/page.css"`.
    private func pointingHere(_ html: String) -> String {
        parts.reduce(html) { html, path in
            html.split(separator: "\"\(path)\"", omittingEmptySubsequences: false)
                .joined(separator: "\"/\(name)\(path)\"")
        }
    }

    private func tellingParts(_ script: String) -> String {
        let list = parts.map { "\"\($0.dropFirst())\"" }.joined(separator: ", ")
        return "const version = \"\(name)\", files = [\(list)];\n\(script)"
    }
}

extension StaticFile {
    fileprivate func changed(_ change: (String) -> String) -> StaticFile {
        let text = change(String(decoding: content, as: UTF8.self))
        return StaticFile(type: type, content: Array(text.utf8))
    }
}
