import Foundation
import RoomStore
import RunningPrograms
import Testing

@testable import WebServer
@testable import calcroom_lab

/// Runs `calcroom-lab` to its end.
private func runLab(_ words: [String]) throws -> RunningProgram {
    let binary = RunningProgram.binary.deletingLastPathComponent().appending(path: "calcroom-lab")
    let program = try RunningProgram(words, binary: binary)
    _ = try program.status()
    return program
}

/// The JSON object that `calcroom-lab bench KIND` prints for a server.
private func figures(_ server: TestServer, _ words: String) throws -> [String: Any] {
    let kind = words.split(separator: " ")[0]
    let command = try runLab(
        words.split(separator: " ").map(String.init)
            .replacing([String(kind)], with: ["bench", String(kind), server.bareAddress])
            + ["--seconds", "0.3", "--json"])
    #expect(try command.status() == 0, "\(command.errorLines)")
    let object = try JSONSerialization.jsonObject(with: Data(command.output.utf8))
    return try #require(object as? [String: Any])
}

extension TestServer {
    /// A server that sends no snapshot to a load generator that gets no processor time for a moment.
    fileprivate static func forSlowClients(store: any RoomStore = MemoryStore.fresh) throws
        -> TestServer
    {
        try TestServer(store: store) {
            $0.liftLimits()
            $0.limits.ringEventsMax = 1 << 20
            $0.limits.ringBytesMax = 1 << 26
        }
    }

    fileprivate var bareAddress: String { "ws://127.0.0.1:\(port)" }
}

@Test(arguments: [
    ("fanout --clients 20 --window 8", ["keysPerSecond", "deliveriesPerSecond", "eventsPerFrame"]),
    ("rooms --rooms 5 --clients 3", ["keysPerSecond", "bytesPerDelivery"]),
    ("latency --rooms 5 --rate 400", ["p50Milliseconds", "p99Milliseconds"]),
    ("idle --connections 40 --rate 100", ["p50MillisecondsAlone", "p50MillisecondsAmong"]),
    ("joins --connections 4 --clients 5", ["joinsPerSecond"]),
    ("flood --connections 3 --frames 6 --rooms 2 --rate 100", ["p50MillisecondsFlooded"]),
    (
        "durable --rooms 5 --rate 100",
        ["p50Milliseconds", "p50MillisecondsDisk", "p50MillisecondsDiskPaced"]
    ),
])
func `every benchmark measures a server and reports all its figures`(
    words: String, members: [String]
) throws {
    let figures = try figures(TestServer.forSlowClients(), words)
    for member in members { #expect((figures[member] as? Double ?? 0) > 0, "\(member)") }
    #expect(figures.keys.allSatisfy { !$0.hasPrefix("server") && !$0.hasPrefix("microseconds") })
}

@Test func `with several servers on one store, each has clients of every room`() throws {
    let store = MemoryStore.fresh
    let servers = try (0..<2).map { _ in try TestServer.forSlowClients(store: store) }
    let command = try runLab(
        ["bench", "latency"] + servers.map(\.bareAddress)
            + ["--rooms", "4", "--clients", "2", "--rate", "200", "--seconds", "0.3"])
    #expect(try command.status() == 0, "\(command.errorLines)")
    #expect(command.output.contains("ms to another client, p50"))
    for server in servers {
        let scrape = try Scrape(server)
        #expect(scrape["calcroom_sessions_opened_total"] == 4)
        #expect(scrape["calcroom_events_applied_total"] > 20)
    }
}

@Test func `with the process ID of the server, its processor time is reported`() throws {
    let server = try TestServer.forSlowClients()
    let words = "fanout --clients 20 --server-pid \(ProcessInfo.processInfo.processIdentifier)"
    let figures = try figures(server, words)
    #expect((figures["serverProcessors"] as? Double ?? 0) > 0)
    #expect((figures["microsecondsPerDelivery"] as? Double ?? 0) > 0)
}

@Test(arguments: [Double.nan, .infinity, nil])
func `a figure that could not be measured is omitted`(amount: Double?) {
    var report = LoadReport()
    report.add("joins a second", "joinsPerSecond", 0)
    report.add("µs of processor for a join", "microsecondsPerJoin", amount, digits: 1)
    #expect(report.lines == ["joins a second  0"])
    #expect(report.json == #"{"joinsPerSecond":0}"#)
}

@Test func `a benchmark fails if the server refuses keys`() throws {
    let server = try TestServer { $0.limits.keysAtOnceMax = 10 }
    let command = try runLab(
        ["bench", "fanout", server.bareAddress, "--clients", "2", "--seconds", "5"])
    #expect(try command.status() == 1)
    #expect(command.errorLines.count == 1)
    #expect(command.errorLines[0].contains("was refused"), "\(command.errorLines)")
    #expect(command.output == "")
}

@Test(arguments: [
    ("bench fanout", "bench fanout takes the address of a server: ws://127.0.0.1:8080"),
    ("bench rooms here", "here is not an address such as ws://127.0.0.1:8080."),
    ("bench rooms ws://127.0.0.1:1 --seconds soon", "--seconds takes a number from 0.1 to 600"),
    ("bench rooms ws://127.0.0.1:1 --rooms 0", "--rooms takes a number from 1 to 1000000, not 0."),
    (
        "bench rooms ws://127.0.0.1:1 --server-pid 0",
        "--server-pid takes the ID of a running process"
    ),
    ("bench fanuot ws://127.0.0.1:1", "There is no benchmark fanuot ws://127.0.0.1:1; there are: "),
])
func `an error message for wrong arguments contains a correct example`(
    words: String, message: String
) throws {
    let command = try runLab(words.split(separator: " ").map(String.init))
    #expect(try command.status() == 2)
    #expect(command.errorLines.first?.hasPrefix("calcroom-lab: \(message)") == true)
}

@Test(arguments: [true, false])
func `one trial writes nothing, and a check without ratios to compare fails`(
    isCheck: Bool
) throws {
    let document = Checkout.root.appending(path: "docs/performance.md")
    let before = try Data(contentsOf: document)
    let script = try RunningProgram(
        ["--rounds", "1", "--seconds", "0.1", "--only", "joins"] + (isCheck ? ["--check"] : []),
        binary: Checkout.root.appending(path: "Scripts/bench"),
        environment: ["CALCROOM": RunningProgram.binary.path])
    #expect(try script.status() == (isCheck ? 1 : 0))
    #expect(script.output.contains("\n0 ratios compared with docs/performance.md") == isCheck)
    #expect(
        script.output.contains("| fan-out: calcroom / limit-coalesce | not measured: no --peers"))
    #expect(try Data(contentsOf: document) == before)
}

/// Runs Python with the modules of Scripts/bench, and another program instead of calcroom.
private func benchPython(_ script: String, program: String = "none") throws -> RunningProgram {
    let python = try RunningProgram(
        ["python3", "-c", script], binary: URL(filePath: "/usr/bin/env"),
        environment: [
            "CALCROOM": program, "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONPATH": Checkout.root.appending(path: "Scripts/bench.d").path,
        ])
    #expect(try python.status() == 0, "\(python.errorLines)")
    return python
}

@Test func `a server that does not start is stopped`() throws {
    let folder = try TemporaryFolder()
    let program = folder.path(of: "program")
    try Data("#!/bin/sh\necho no; exec sleep 2\n".utf8).write(to: URL(filePath: program))
    chmod(program, 0o755)
    let python = try benchPython(
        """
        import servers, trials
        servers.FOLDER = "\(folder.path)"
        server = servers.Calcroom()
        try:
            trials.run_once("rooms", server, 1)
        except RuntimeError as error:
            print(error, server.process.poll() is not None)
        """, program: program)
    #expect(python.lines == ["the server did not start; see \(folder.path)/serve.log True"])
}

@Test(arguments: [(0.5, true), (0.42, true), (0.41, false), (0.9, true)])
func `a check finds a ratio that is worse than documented by more than a fifth`(
    ratio: Double, isFine: Bool
) throws {
    let document = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: document) }
    try Data("before\n<!-- begin: Scripts/bench -->\n<!-- end: Scripts/bench -->\nafter\n".utf8)
        .write(to: document)
    let script = """
        import document, main
        document.PATH = "\(document.path)"
        def results(ratio):
            runs = {"calcroom": 1e6, "calcroom, durable": 1e6 * ratio}
            return {("rooms", name): [(0, {"keysPerSecond": keys})] for name, keys in runs.items()}
        document.write(results(0.5), False, ["Machine: none"], [])
        print(main.check(results(\(ratio))))
        """
    let python = try benchPython(script)
    #expect(python.lines.last == (isFine ? "True" : "False"), "\(python.output)")
    #expect(python.output.contains("1 ratios compared"))
    let text = try String(contentsOf: document, encoding: .utf8)
    #expect(text.hasPrefix("before\n<!-- begin: ") && text.hasSuffix(" -->\nafter\n"))
}
