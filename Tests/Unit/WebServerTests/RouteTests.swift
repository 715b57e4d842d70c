import Foundation
import RoomClient
import RunningPrograms
import Testing

@testable import WebServer

@Test(arguments: ["/", "/rooms/7b", "/rooms/caf%C3%A9", "/rooms/7b?make=tip", "/index.html"])
func `the home address and every room return the page`(path: String) throws {
    let page = try TestServer().get(path)
    #expect(page.status == 200)
    #expect(page.body == TestPage.index)
    #expect(page["Content-Type"] == "text/html; charset=utf-8")
}

@Test(arguments: [
    "a%20b!", "", "caf%C3%A9_7", "R&D", "7/b", "a/tape/b", String(repeating: "x", count: 65),
])
func `an invalid room name returns the page, which explains names`(name: String) throws {
    let server = try TestServer()
    let page = try server.get("/rooms/\(name)")
    #expect(page.status == 404 && page.body == TestPage.index)
    #expect(page["Content-Type"] == "text/html; charset=utf-8")
    // A tag that the browser knows does not turn the response into 304.
    let again = try HTTPReply(
        port: server.port, "HEAD /rooms/\(name) HTTP/1.1",
        headers: ["If-None-Match: \(page["ETag"] ?? "")"])
    #expect(again.status == 404 && again.body == "")
}

@Test func `files of the page are available at their paths`() throws {
    let server = try TestServer(hasHugeFile: true)
    let script = try server.get("/parts/app.js")
    #expect(script.body == TestPage.script)
    #expect(script["Content-Type"] == "text/javascript; charset=utf-8")
    let keypads = try server.get("/keypads.json")
    #expect(keypads["Content-Type"] == "application/json")
    #expect(keypads.body == String(decoding: PageReplica.keypads, as: UTF8.self))
    let huge = try server.get("/huge.txt")
    #expect(huge.body.utf8.count == TestPage.huge.utf8.count)
}

@Test func `the address of a folder with a page has a slash at its end`() throws {
    let server = try TestServer()
    let page = try server.get("/about/")
    #expect(page.status == 200 && page.body == TestPage.index)
    for path in ["/about", "/about?from=elsewhere"] {
        let other = try server.get(path)
        #expect(other.status == 301 && other["Location"] == "/about/")
    }
    for path in ["/about//", "/parts"] {
        #expect(try server.get(path).status != 301, "\(path)")
    }
}

@Test(arguments: [
    "/nothing", "/notes.private", "/parts", "/parts/", "/rooms", "/rooms/", "/rooms/a%20b",
    "/rooms/" + String(repeating: "x", count: 65), "/../etc/passwd", "/parts/../../etc/passwd",
    "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc/passwd", "/parts/%00", "//etc/passwd",
    "/parts/..%5c..%5cetc/passwd", "/index.html/", "/%C0%AE%C0%AE/etc/passwd", "//metrics",
    "/%6detrics", "/metrics/",
])
func `all other paths return an error`(path: String) throws {
    let server = try TestServer()
    let page = try server.get(path)
    #expect([400, 404].contains(page.status), "\(path): \(page.head)")
    #expect(!page.body.contains("root:") && !page.body.contains("secret"))
    #expect(try server.get("/").status == 200)
}

@Test(arguments: ["/", "/rooms/7b", "/parts/app.js", "/healthz", "/readyz", "/nothing"])
func `HEAD is answered like GET without a body; other methods are refused`(path: String) throws {
    let server = try TestServer()
    let get = try server.get(path)
    let head = try HTTPReply(port: server.port, "HEAD \(path) HTTP/1.1")
    #expect(head.head == get.head)
    #expect(head.body == "" && get.body != "")
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"] {
        let other = try HTTPReply(
            port: server.port, "\(method) \(path) HTTP/1.1", headers: ["Content-Length: 0"])
        #expect(other.status == 405, "\(method): \(other.head)")
        #expect(other["Allow"] == "GET, HEAD")
    }
}

@Test func `a file with a known tag is not sent again`() throws {
    let server = try TestServer()
    let first = try server.get("/parts/app.js")
    let tag = try #require(first["ETag"])
    #expect(first["Cache-Control"] == "no-cache")
    for known in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
        let again = try server.get("/parts/app.js", headers: ["If-None-Match: \(known)"])
        #expect(again.status == 304 && again.body == "" && again["ETag"] == tag)
    }
    let other = try server.get("/parts/app.js", headers: [#"If-None-Match: "x""#])
    #expect(other.status == 200)
}

@Test func `clients that accept gzip receive compressed files`() throws {
    let server = try TestServer()
    let plain = try server.get("/parts/app.js")
    let small = try server.get("/parts/app.js", headers: ["Accept-Encoding: br, gzip"])
    #expect(small["Content-Encoding"] == "gzip" && plain["Content-Encoding"] == nil)
    #expect(small["ETag"] != plain["ETag"] && small["Vary"] == "Accept-Encoding")
    let length = try #require(small["Content-Length"].flatMap { Int($0) })
    #expect(length < TestPage.script.utf8.count / 10)
    let refused = try server.get("/parts/app.js", headers: ["Accept-Encoding: gzip;q=0"])
    #expect(refused["Content-Encoding"] == nil && refused.body == TestPage.script)
}

@Test func `a compressed file next to a file is sent if its content is the same`() throws {
    let folder = try TemporaryFolder()
    let content = Array(TestPage.script.utf8)
    try Data(content).write(to: folder.url.appending(path: "app.js"))
    let byServer = Gzip.compressed(content)
    // The time in the header does not affect the content.
    var precompressed = byServer
    precompressed[4] = 42
    let other = Gzip.compressed(Array("let answer = 41".utf8))
    let longer = Gzip.compressed(content + content)
    for (given, sent) in [
        (precompressed, precompressed), (other, byServer), (longer, byServer), (content, byServer),
        (Array(precompressed.dropLast()), byServer), ([], byServer),
    ] {
        try Data(given).write(to: folder.url.appending(path: "app.js.gz"))
        let file = try #require(StaticFile("app.js", in: folder.url))
        #expect(file.response(acceptedEncodings: "gzip", knownTags: nil).body == sent)
    }
    let isServedItself = StaticFile("app.js.gz", in: folder.url) != nil
    #expect(!isServedItself)
}

@Test(arguments: ["/", "/parts/app.js", "/healthz", "/nothing"])
func `every response has security headers`(path: String) throws {
    let page = try TestServer().get(path)
    let policy = try #require(page["Content-Security-Policy"])
    let isPage = path == "/"
    #expect(policy.contains("default-src '\(isPage ? "none" : "self")'"))
    #expect(policy.contains("frame-ancestors 'none'"))
    #expect(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"))
    #expect(page["X-Content-Type-Options"] == "nosniff")
    #expect((page["Referrer-Policy"] == "no-referrer") == isPage)
    // Browsers warn about this header over plain HTTP, and the page does not need it.
    #expect(page["Cross-Origin-Opener-Policy"] == nil)
}

@Test func `only the embed view of a room can be framed, and only by the configured origins`()
    throws
{
    let server = try TestServer {
        $0.embeddingOrigins = ["https://school.example", "http://localhost:8081"]
    }
    let allowed = "frame-ancestors https://school.example http://localhost:8081"
    let embed = try server.get("/rooms/7b?view=embed")
    #expect(embed["Content-Security-Policy"]?.hasSuffix("; \(allowed)") == true)
    #expect(embed["X-Frame-Options"] == nil)
    let tag = try #require(embed["ETag"])
    let same = try server.get("/rooms/7b?view=embed", headers: ["If-None-Match: \(tag)"])
    #expect(same.status == 304)
    #expect(same["Content-Security-Policy"] == embed["Content-Security-Policy"])
    for path in [
        "/", "/?view=embed", "/rooms/7b", "/rooms/7b?view=board", "/rooms/7b?view=embed&view=board",
        "/rooms/7b?view=board&view=embed", "/rooms/7b?view=embed&make=simple",
        "/rooms/7b?View=embed",
        "/rooms/7b?view=%65mbed", "/rooms/7b?view=embed&", "/rooms/7b/?view=embed",
        "/rooms/a%20b?view=embed", "/index.html?view=embed", "/api/?view=embed",
        "/rooms/7b/state?view=embed", "/rooms/7b/qr.svg?view=embed", "/nothing?view=embed",
    ] {
        let other = try server.get(path)
        #expect(
            other["Content-Security-Policy"]?.contains("frame-ancestors 'none'") == true, "\(path)")
        let isPage = other["Content-Type"]?.hasPrefix("text/html") == true
        #expect((other["X-Frame-Options"] == "DENY") == isPage, "\(path)")
    }
}

@Test func `without configured origins, no page can be framed`() throws {
    let embed = try TestServer().get("/rooms/7b?view=embed")
    #expect(embed["Content-Security-Policy"]?.contains("frame-ancestors 'none'") == true)
    #expect(embed["X-Frame-Options"] == "DENY")
}

@Test func `a running server is healthy and ready`() throws {
    let server = try TestServer()
    #expect(try server.get("/healthz").status == 200)
    let ready = try server.get("/readyz")
    #expect(ready.status == 200 && ready.body.hasSuffix("\nstore: ready\n"))
}

@Test func `an invalid request ends its connection and no other`() throws {
    let server = try TestServer()
    for (line, status) in [
        ("nonsense", 400), ("GET", 400), ("GET /", 400), ("FROBNICATE / HTTP/1.1", 405),
        ("GET / HTTP/9", 505), ("GET / HTTP/1.1\nX: y", 400), ("CONNECT / HTTP/1.1", 405),
    ] {
        #expect(try HTTPReply(port: server.port, line).status == status, "\(line)")
    }
    let tooLong = try server.get("/\(String(repeating: "x", count: 3_000))")
    #expect(tooLong.status == 414)
    let long = String(repeating: "x", count: 100_000)
    let refused = try? server.get("/\(long)")
    #expect([414, nil].contains(refused?.status))
    #expect(try server.get("/").status == 200)
}
