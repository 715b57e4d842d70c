import Foundation
import RunningPrograms
import Testing

@testable import WebServer

private let html =
    #"<link rel="icon" href="/icon.svg"><a href="/"></a><script src="/app.js"></script>"#

/// The files of a small page.
private func pageFiles(
    script: String = "part()", picture: String = "PNG", client: String = "join()"
) throws -> StaticFiles {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
        at: folder.url.appending(path: "api"), withIntermediateDirectories: true)
    for (name, content) in [
        "index.html": html, "app.js": script, "icon.svg": "<svg/>", "icon.png": picture,
        "sw.js": "keep()", "api/client.js": client, "api/index.html": html,
    ] {
        try Data(content.utf8).write(to: folder.url.appending(path: name))
    }
    return try StaticFiles(in: folder.path)
}

extension StaticFiles {
    fileprivate func text(_ path: String) -> String? {
        self[path].map { String(decoding: $0.content, as: UTF8.self) }
    }

    fileprivate func header(_ name: String, of path: String) throws -> String? {
        try #require(self[path]).response(acceptedEncodings: nil, knownTags: nil).headers
            .first { $0.name == name }?.value
    }

    /// The version in the paths that the page refers to.
    fileprivate var version: String {
        get throws {
            let page = String(decoding: index.content, as: UTF8.self)
            return try String(#require(page.firstMatch(of: #/src="/([0-9a-f]{16})/app.js"/#)).1)
        }
    }
}

@Test func `a page refers to its files by their version`() throws {
    let files = try pageFiles()
    let version = try files.version
    let page = String(decoding: files.index.content, as: UTF8.self)
    #expect(
        page
            == html.replacing("/app.js", with: "/\(version)/app.js")
            .replacing("/icon.svg", with: "/\(version)/icon.svg"))
    #expect(files.text("/\(version)/index.html") == page)
    #expect(files.text("/\(version)/app.js") == "part()" && files.text("/app.js") == "part()")
    for name in ["sw.js", "icon.png", "nothing.js"] {
        #expect(files["/\(version)/\(name)"] == nil, "\(name)")
    }
    let other = version == "0123456789abcdef" ? "fedcba9876543210" : "0123456789abcdef"
    #expect(files["/\(other)/app.js"] == nil)
}

@Test func `files with a version are cached forever, and others are revalidated`() throws {
    let files = try pageFiles()
    func cacheControl(_ path: String) throws -> String? {
        try files.header("Cache-Control", of: path)
    }
    #expect(try cacheControl("/\(files.version)/app.js") == "max-age=31536000, immutable")
    for path in ["/app.js", "/index.html", "/sw.js", "/icon.png", "/api/client.js"] {
        #expect(try cacheControl(path) == "no-cache", "\(path)")
    }
}

@Test func `a change to any file changes the version, which the service worker contains`() throws {
    let files = try pageFiles()
    #expect(try pageFiles().version == files.version)
    var versions = [try files.version]
    for other in [try pageFiles(script: "part(1)"), try pageFiles(picture: "?")] {
        let version = try other.version
        #expect(!versions.contains(version))
        versions.append(version)
        #expect(
            other.text("/sw.js") == """
                const version = "\(version)", \
                files = ["app.js", "icon.svg", "index.html", "keypads.json"];
                keep()
                """)
    }
}

@Test func `files in folders are not part of the page, and open to other servers`() throws {
    let files = try pageFiles()
    #expect(files.text("/api/client.js") == "join()")
    #expect(try files["/\(files.version)/api/client.js"] == nil)
    #expect(try pageFiles(client: "act()").version == files.version)
    #expect(files.text("/api/") == html && files.text("/api/index.html") == html)
    for (path, origins) in ["/api/client.js": "*", "/api/": "*", "/app.js": nil] {
        #expect(try files.header("Access-Control-Allow-Origin", of: path) == origins)
    }
}
