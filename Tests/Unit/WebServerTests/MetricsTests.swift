import Foundation
import SharedRoom
import Testing

@testable import RoomStore
@testable import SQLiteStore
@testable import WebServer

@Test func `the tables in the operations document list exactly the metrics of a server`() throws {
    let file = try StoredFile()
    let scrape = try Scrape(TestServer(store: file.store))
    let rows = try OperationsDocument.rows()
    let metrics = rows.filter { $0[0].hasPrefix("calcroom_") || $0[0].hasPrefix("process_") }
    #expect(metrics == scrape.families.map { [$0.name, $0.help] })
    #expect(metrics.count > 20)
    let kinds = scrape.values.keys.filter { $0.contains("_welcomes_") }
    let words = rows.filter { $0.count == 2 && !$0[0].contains("_") }.map { $0[0] }
    for kind in ["new", "events", "snapshot", "repair", "behind"] {
        #expect(words.contains(kind))
        #expect(kinds.contains(#"calcroom_welcomes_total{kind="\#(kind)"}"#))
    }
    #expect(kinds.count == 5)
}

@Test func `the metrics are in the text format of Prometheus`() throws {
    let server = try TestServer()
    let page = try server.get("/metrics")
    #expect(page.status == 200)
    #expect(page["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
    #expect(page["Cache-Control"] == "no-store")
    let sample = /[a-z_]+(\{[a-z_]+="[^"\\]*"(,[a-z_]+="[^"\\]*")*\})? [0-9]+(\.[0-9]+)?/
    for line in page.body.split(separator: "\n") where !line.hasPrefix("#") {
        #expect(line.wholeMatch(of: sample) != nil, "\(line)")
    }
    #expect(try HTTPReply(port: server.port, "HEAD /metrics HTTP/1.1").status == 200)
}

@Test(.enabled(if: Tool.promtool.isInstalled, "promtool is not installed (Debian: prometheus)"))
func `promtool finds no problems`() throws {
    let text = try Scrape(TestServer()).text
    let result = try Tool.promtool.run(["check", "metrics"], input: text)
    #expect(result.status == 0 && result.output == "", "\(result.output)")
}

@Test func `the buckets, sum and count of a histogram agree`() throws {
    let file = try StoredFile()
    let (server, ada) = try TestServer.withRoom(store: file.store)
    try ada.send(#"{"n":1,"press":["1","2","3"]}"#, until: #""n":3,"#)
    let scrape = try Scrape(server)
    for name in ["calcroom_commit_events", "calcroom_commit_seconds", "calcroom_tick_seconds"] {
        let buckets = scrape.text.split(separator: "\n").filter { $0.hasPrefix(name + "_bucket") }
            .compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
        #expect(buckets == buckets.sorted() && buckets.count > 10)
        #expect(buckets.last.map(Double.init) == scrape[name + "_count"])
        #expect(scrape[name + "_sum"] > 0)
    }
    // The first commit creates the room and the participant; the second has three keys.
    #expect(scrape["calcroom_commit_events_count"] == 2)
    #expect(scrape["calcroom_commit_events_sum"] == 5)
    #expect(scrape[#"calcroom_commit_events_bucket{le="2"}"#] == 1)
    #expect(scrape["calcroom_events_applied_total"] == 5)
}

@Test func `failed commits and the refusals that they cause are counted`() throws {
    let file = try StoredFile()
    let (server, ada) = try TestServer.withRoom(store: file.store)
    #expect(try Scrape(server)["calcroom_store_writable"] == 1)
    file.store.holdUp { _ = try? $0?.execute("PRAGMA query_only = ON") }
    try ada.send(#"{"n":1,"press":"1"}"#, until: #""why":"storage""#)
    let scrape = try Scrape(server)
    #expect(scrape["calcroom_commits_failed_total"] == 1)
    #expect(scrape["calcroom_store_writable"] == 0)
    #expect(scrape["calcroom_commit_events_count"] == 1)
    #expect(scrape[#"calcroom_refusals_total{reason="storage"}"#] == 1)
}

@Test func `void events, refusals, closings and welcomes are counted by reason`() throws {
    let (server, ada) = try TestServer.withRoom { $0.limits[.keysAtOnceMax] = 2 }
    try ada.send(#"{"n":1,"undo":{"by":9,"n":1}}"#, until: #""void":"step""#)
    try ada.send(#"{"n":2,"press":["1","2","3","4"]}"#, until: #""why":"rate""#)
    let stranger = try WebSocket(server, "/rooms/nowhere")
    try stranger.join("b")
    #expect(try stranger.receiveClose().code == 4004)
    let scrape = try Scrape(server)
    #expect(scrape[#"calcroom_events_void_total{reason="step"}"#] == 1)
    #expect(scrape[#"calcroom_refusals_total{reason="rate"}"#] == 1)
    #expect(scrape[#"calcroom_closings_total{reason="noSuchRoom"}"#] == 1)
    #expect(scrape[#"calcroom_welcomes_total{kind="new"}"#] == 1)
    #expect(scrape["calcroom_sessions"] == 1 && scrape["calcroom_sessions_opened_total"] == 2)
    #expect(scrape["calcroom_rooms"] == 1 && scrape["calcroom_ring_bytes"] > 0)
}

@Test func `connections, frames and bytes are counted`() throws {
    let (server, ada) = try TestServer.withRoom()
    let before = try Scrape(server)
    let answer = try ada.send(#"{"alive":7}"#, until: #""alive":7"#)
    let after = try Scrape(server)
    func growth(_ name: String) -> Double { after[name] - before[name] }
    // The scrape is a connection too.
    #expect(growth("calcroom_connections_accepted_total") == 1)
    #expect(after["calcroom_connections"] >= 2)
    #expect(growth("calcroom_frames_received_total") == 1)
    #expect(growth("calcroom_frames_sent_total") >= 1)
    #expect(growth("calcroom_sent_bytes_total") >= Double(answer.utf8.count))
    #expect(after["calcroom_connections_max"] > after["calcroom_connections"])
}

@Test func `the metrics have the memory, processor time and age of the process`() throws {
    let scrape = try Scrape(TestServer())
    #expect(scrape["process_resident_memory_bytes"] > 1_000_000)
    #expect(scrape["process_cpu_seconds_total"] > 0)
    let age = Date().timeIntervalSince1970 - scrape["process_start_time_seconds"]
    #expect(age > -1 && age < 60)
    #expect(scrape[#"calcroom_info{rules="\#(Room.rules)",waiting_with="libev"}"#] == 1)
}

@Test func `rooms and participants add no time series`() throws {
    let server = try TestServer()
    let before = try Scrape(server).values.keys.sorted()
    for name in ["secret-plan", "caf%C3%A9", "x"] {
        let ada = try WebSocket.joined(server, "a", room: name, WebSocket.make)
        try ada.send(#"{"n":1,"press":"7"}"#, until: #""n":1"#)
    }
    _ = try? server.get("/secret-path", host: "evil.example")
    let after = try Scrape(server)
    #expect(after.values.keys.sorted() == before)
    #expect(!after.text.contains("secret") && !after.text.contains("caf"))
    #expect(after[#"calcroom_notices_total{kind="foreignHost"}"#] == 1)
}

@Test(arguments: ["X-Forwarded-For: 192.0.2.1", "X-Forwarded-For: 127.0.0.1", "Via: 1.1 proxy"])
func `requests through a proxy may not read the metrics by default`(header: String) throws {
    for trustsProxy in [true, false] {
        let server = try TestServer { $0.trustsProxy = trustsProxy }
        let page = try server.get("/metrics", headers: [header])
        #expect(page.status == 403 && page.body.contains("--metrics all"))
        let all = try TestServer { $0.metrics = .all }
        #expect(try all.get("/metrics", headers: [header]).status == 200)
    }
}

@Test func `other machines may not read the metrics by default, and nobody with off`() throws {
    // 127.0.0.1 connects to 127.0.0.2, which looks like another machine to the server.
    let server = try TestServer { $0.host = "0.0.0.0" }
    let socket = try Socket(port: server.port, address: 0x7F00_0002)
    try socket.send("GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    #expect(try socket.read(through: "\r\n").contains("403"))
    let off = try TestServer { $0.metrics = .off }
    #expect(try off.get("/metrics").status == 404)
}
