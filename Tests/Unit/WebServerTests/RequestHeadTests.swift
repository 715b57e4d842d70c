import Foundation
import RunningPrograms
import SeededNumbers
import SharedRoom
import Testing

@testable import WebServer

private func parse(_ text: String) -> RequestHead.Parsed { RequestHead.parse(Array(text.utf8)) }

private func head(_ text: String) throws -> RequestHead {
    guard case .head(let head, let count) = parse(text) else {
        throw HeadFailure(parsed: parse(text))
    }
    #expect(count == text.utf8.count)
    return head
}

private struct HeadFailure: Error { let parsed: RequestHead.Parsed }

@Test func `a head has a method, a path, a query and headers`() throws {
    let get = try head(
        "GET /rooms/caf%C3%A9?a=1?b HTTP/1.1\r\nHost: localhost:80\r\nx-real: \t 1, 2 \t\r\nEmpty:\r\n\r\n"
    )
    #expect(get.method == .get && get.isCurrentVersion && !get.closesConnection)
    #expect(get.path == "/rooms/caf%C3%A9" && get.query == "a=1?b")
    #expect(get.room == RoomAddress.name("café"))
    #expect(get.host == "localhost:80" && get["x-real"] == "1, 2" && get["empty"] == "")
    #expect(get["x"] == nil && get["real"] == nil)
    let old = try head("HEAD / HTTP/1.0\r\n\r\n")
    #expect(old.method == .head && old.closesConnection && old.host == nil)
    #expect(try head("POST /x HTTP/1.1\r\nContent-Length: 5\r\n\r\n").method == .other)
    #expect(try head("\r\nGET / HTTP/1.1\r\n\r\n").path == "/")
    // libwebsockets skips a line after a header whose name begins the name of another one.
    #expect(try head("GET / HTTP/1.1\r\nX-A: 1\r\nOrigin: a\r\n\r\n")["origin"] == "a")
}

@Test func `a host in the request line overrides the Host header`() throws {
    let whole = try head("GET http://calc.example:8080/rooms/7b?x HTTP/1.1\r\nHost: evil\r\n\r\n")
    #expect(whole.path == "/rooms/7b" && whole.query == "x" && whole.host == "calc.example:8080")
    #expect(try head("GET http://calc.example HTTP/1.1\r\n\r\n").path == "/")
}

/// libwebsockets reads each of these heads differently from a proxy in front of it.
@Test(arguments: [
    ("GET /rooms/7b%0aOrigin:http://localhost/ HTTP/1.1\r\n\r\n", HeadError.target),
    ("GET /%00 HTTP/1.1\r\n\r\n", .target), ("GET /%7F HTTP/1.1\r\n\r\n", .target),
    ("GET /%4 HTTP/1.1\r\n\r\n", .target), ("GET /%+1 HTTP/1.1\r\n\r\n", .target),
    ("GET /\u{1} HTTP/1.1\r\n\r\n", .target), ("GET * HTTP/1.1\r\n\r\n", .target),
    ("GET localhost/ HTTP/1.1\r\n\r\n", .target),
    ("GET ftp://localhost/ HTTP/1.1\r\n\r\n", .target),
    ("GET  / HTTP/1.1\r\n\r\n", .requestLine), ("GET / HTTP/1.1 \r\n\r\n", .requestLine),
    ("GET\t/ HTTP/1.1\r\n\r\n", .requestLine), ("G(T / HTTP/1.1\r\n\r\n", .requestLine),
    ("GET /\r\n\r\n", .requestLine), ("\r\n\r\n", .requestLine),
    ("GET / http/1.1\r\n\r\n", .requestLine),
    ("GET / HTTP/2.0\r\n\r\n", .version),
    ("GET / HTTP/1.1\nHost: x\n\n", .lineEnd), ("GET / HTTP/1.1\r\nHost: x\n\r\n", .lineEnd),
    ("GET / HTTP/1.1\r\nA: b\rC: d\r\n\r\n", .field),
    ("GET / HTTP/1.1\r\nA: b\u{0}\r\n\r\n", .field),
    ("GET / HTTP/1.1\r\nA : b\r\n\r\n", .field), ("GET / HTTP/1.1\r\nA: b\r\n c\r\n\r\n", .field),
    ("GET / HTTP/1.1\r\n: b\r\n\r\n", .field), ("GET / HTTP/1.1\r\nA\r\n\r\n", .field),
    ("GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n", .duplicate("host")),
    ("GET / HTTP/1.1\r\nOrigin: a\r\nOrigin: b\r\n\r\n", .duplicate("origin")),
    (
        "GET / HTTP/1.1\r\nX-Forwarded-For: a\r\nX-forwarded-for: b\r\n\r\n",
        .duplicate("x-forwarded-for")
    ),
    ("GET / HTTP/1.1\r\nContent-Length: 1\r\n\r\n", .body),
    ("GET / HTTP/1.1\r\nContent-Length: 00\r\n\r\n", .body),
    ("HEAD / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", .body),
])
func `a head that could be read in two ways is refused`(text: String, error: HeadError) {
    #expect(parse(text) == .refused(error))
}

@Test func `a head has maximum numbers of bytes and lines`() throws {
    let line = "X-Long: \(String(repeating: "x", count: 8_000))\r\n"
    #expect(try head("GET / HTTP/1.1\r\n\(line)\r\n")["x-long"]?.count == 8_000)
    #expect(parse("GET / HTTP/1.1\r\n\(line)\(line)\r\n") == .refused(.tooLong))
    #expect(parse("GET / HTTP/1.1\r\n\(line)\(line)") == .refused(.tooLong))
    let short = String(repeating: "A: b\r\n", count: 100)
    #expect(try head("GET / HTTP/1.1\r\n\(short)\r\n")["a"] != nil)
    #expect(parse("GET / HTTP/1.1\r\n\(short)A: b\r\n\r\n") == .refused(.tooLong))
    let path = String(repeating: "x", count: 2_048)
    #expect(parse("GET /\(path) HTTP/1.1\r\n\r\n") == .refused(.targetTooLong))
    #expect(parse("GET /\(path)\(path)") == .refused(.targetTooLong))
}

@Test func `a head that arrives byte by byte is parsed when it is complete`() throws {
    let text = Array("GET / HTTP/1.1\r\nHost: localhost\r\nA: b\r\n\r\n".utf8)
    for count in 0..<text.count {
        #expect(RequestHead.parse(text.prefix(count)) == .incomplete)
    }
    let more = Array("GET /next".utf8)
    guard case .head(_, let count) = RequestHead.parse(text + more) else {
        Issue.record("no head")
        return
    }
    #expect(count == text.count)
}

@Test func `every input has a result, and another program reads accepted heads in the same way`() {
    var random = SplitMix(seed: 1)
    let start = Array("GET /rooms/7b HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\nA: b\r\n\r\n".utf8)
    let special = Array("\r\n:% \t/?\u{0}\u{7F}aH1".utf8)
    var acceptedCount = 0
    for _ in 0..<Effort.count(20_000, full: 1_000_000) {
        var bytes = start
        for _ in 0...random.next(below: 4) {
            let index = random.next(below: bytes.count)
            let byte = random.bool() ? random.element(of: special) : UInt8(random.next(below: 256))
            switch random.next(below: 3) {
            case 0: bytes[index] = byte
            case 1: bytes.insert(byte, at: index)
            default: bytes.remove(at: index)
            }
        }
        guard case .head(let head, let count) = RequestHead.parse(bytes) else { continue }
        acceptedCount += 1
        let isPlain = bytes.prefix(count).allSatisfy {
            $0 >= 32 && $0 != 127 || [9, 10, 13].contains($0)
        }
        #expect(isPlain, "\(bytes)")
        // A simple parser that reads line by line finds the same origin.
        let lines = String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: "\r\n")
        let origins = lines.dropFirst().filter { $0.lowercased().utf8.starts(with: "origin:".utf8) }
            .map { String(decoding: $0.utf8.dropFirst(7), as: UTF8.self) }
            .map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(origins == (head["origin"].map { [$0] } ?? []), "\(bytes)")
    }
    #expect(acceptedCount > 100)
}

@Test func `an invalid forwarded address hides nothing`() throws {
    let server = try TestServer { $0.trustsProxy = true }
    for path in ["/metrics", "/rooms/7b/state"] {
        for address in ["\u{FF}", "somebody"] {
            let unknown = try server.get(path, headers: ["X-Forwarded-For: \(address)"])
            #expect(unknown.status == 400)
        }
    }
}
