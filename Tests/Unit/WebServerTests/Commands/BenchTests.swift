import CommandLineKit
import Foundation
import RoomStore
import RunningPrograms
import SharedRoom
import Synchronization
import Testing

@testable import calcroom_lab

/// The figures of `calcroom-lab bench` with these arguments.
private func bench(_ words: String) throws -> [String: Double] {
    let arguments = try Arguments(
        "\(words) --seconds 0.3".split(separator: " ").map(String.init), for: .bench,
        of: "calcroom-lab")
    let json = try Benchmark(arguments).run().json
    return try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Double])
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
}

@Test(arguments: [
    ("--clients 20 --senders 3 --window 8", ["deliveriesPerSecond", "eventsPerFrame"]),
    ("--rooms 5 --clients 3", ["keysPerSecond"]),
    ("--rooms 5 --rate 400", ["p50Milliseconds", "p99Milliseconds"]),
    ("--rate 100 --idle 40", ["p50MillisecondsAlone", "p50MillisecondsTogether"]),
    ("--rooms 4 --clients 5 --joins", ["joinsPerSecond"]),
    ("--rooms 2 --rate 100 --flood 3 --frames 6", ["p50MillisecondsTogether"]),
    ("--rate 100 --disk", ["p50Milliseconds", "p50MillisecondsDisk", "p50MillisecondsDiskPaced"]),
])
func `each kind of load has its figures`(words: String, names: [String]) throws {
    let server = try TestServer.forSlowClients()
    let folder = try TemporaryFolder()
    let disk = words.hasSuffix("--disk") ? " \(folder.path(of: "page"))" : ""
    let process = ProcessInfo.processInfo.processIdentifier
    let figures = try bench("\(server.port) \(words)\(disk) --server-pid \(process)")
    for name in names { #expect(figures[name] ?? 0 > 0, "\(name)") }
    #expect(figures.keys.contains { $0.hasPrefix("serverWaited") })
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
}

@Test func `with several servers on one store, each has clients of every room`() throws {
    let store = MemoryStore.fresh
    let servers = try (0..<2).map { _ in try TestServer.forSlowClients(store: store) }
    _ = try bench("\(servers[0].port) \(servers[1].port) --rooms 4 --clients 2 --rate 200")
    for server in servers {
        let scrape = try Scrape(server)
        #expect(scrape["calcroom_sessions_opened_total"] == 4)
        #expect(scrape["calcroom_events_applied_total"] > 20)
    }
}

@Test func `keys are due at the same rate while a server stalls, and their wait counts as delay`()
    throws
{
    let appendCount = Atomic(0)
    let store = MemoryStore(
        clock: {
            if appendCount.add(1, ordering: .relaxed).newValue == 40 { sleep(1) }
            return 1
        }, random: { 7 }, compact: Room.compact)
    let server = try TestServer.forSlowClients(store: store)
    let load = Load(ports: [server.port], clientsInRoom: 2, pace: .rate(200))
    let delays = try LoadRun(load, server: nil).measure(seconds: 1.5).delays.sorted()
    // In one second 200 of 300 keys are due, and most of them wait for more than 100 ms. A generator that
    // waited for answers would measure only two such keys.
    #expect(delays.count > 100)
    #expect(delays[delays.count / 2] > 100_000_000)
}

@Test func `a benchmark fails if the server refuses keys`() throws {
    let server = try TestServer { $0.limits.keysAtOnceMax = 10 }
    let error = #expect(throws: CommandError.self) { _ = try bench("\(server.port) --window 64") }
    #expect(error?.message.contains("was refused") == true, "\(error?.message ?? "")")
}

@Test func `a benchmark of a disk does not overwrite a file`() throws {
    let folder = try TemporaryFolder()
    let file = folder.path(of: "notes")
    try Data("mine".utf8).write(to: URL(filePath: file))
    #expect(throws: CommandError.failed("\(file) cannot be created.")) { _ = try DiskTrial(file) }
    #expect(FileManager.default.contents(atPath: file) == Data("mine".utf8))
}

@Test(arguments: [
    ("", "bench takes the port of a server on this machine, such as 8080."),
    ("8080 here", "bench takes the port of a server on this machine, such as 8080."),
    ("8080 --rooms 0", "--rooms takes a whole number from 1 on, not 0."),
    ("8080 --server-pid 99999999", "--server-pid takes the ID of a running process."),
])
func `an error message for wrong arguments says which are right`(words: String, message: String) {
    #expect(throws: CommandError.usage(message)) { _ = try bench(words) }
}

@Test func `all clients and senders are divided among the threads`() {
    var load = Load(ports: [1], rooms: 5, clientsInRoom: 4, threads: 3)
    #expect(load.clientsByThread == [0..<4, 4..<12, 12..<20])
    load = Load(ports: [1], clientsInRoom: 7, sendersInRoom: 2)
    #expect(load.clientsByThread == [0..<3, 3..<7])
    #expect((0..<7).filter(load.isSender) == [3, 6])
}

@Test func `a server accepts the frames of a flood`() {
    #expect(LoadWorker.heavyKeys.count <= ServiceLimits().keysPerFrameMax)
}

@Test func `ninety-nine percent of the delays do not exceed p99, and few delays have none`() {
    var figures = Figures()
    figures.addDelays((1...1_000).map { $0 * 1_000_000 }.shuffled(), "")
    figures.addDelays(Array(repeating: 1_000_000, count: 99), "Few")
    #expect(
        figures.json.split(separator: "\n").dropFirst().dropLast().map { $0.filter { $0 != " " } }
            == [
                #""p50Milliseconds":500.0,"#, #""p99Milliseconds":990.0,"#,
                #""p50MillisecondsFew":1.0"#,
            ])
}
