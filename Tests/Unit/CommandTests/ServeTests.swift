import CommandLineKit
import Foundation
import FoundationNetworking
import RedisStore
import RoomStore
import RunningPrograms
import RunningRedis
import Testing
import WebServer

@testable import calcroom

/// A server at a free port, in a process of its own.
private final class ServerProcess {
    private let process: Child
    private let output = Pipe()
    let lines: [String]

    /// - Parameter folder: The folder of the page, by default a new one. The default data file is there, too.
    init(
        _ options: [String] = [], in folder: String? = nil, wrapper: [String] = [],
        errorOutput: FileHandle? = nil
    ) throws {
        let folder = try folder ?? page()
        let serve = [Program.binary.path, "serve", "--port", "0", "--static", folder]
        process = try Child(
            wrapper + serve + options, in: URL(filePath: folder),
            output: output.fileHandleForWriting, errorOutput: errorOutput)
        try output.fileHandleForWriting.close()
        var text = ""
        while !text.contains(" event loop") {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { break }
            text += String(decoding: data, as: UTF8.self)
        }
        lines = text.split(separator: "\n").map(String.init)
    }

    var address: String { String(lines[0].dropFirst("listening on ".count)) }

    /// Sends the signal and returns the exit status.
    func stop(_ signal: Int32 = SIGTERM) -> Int32 {
        process.signal(signal)
        return process.waitUntilEnd()
    }
}

/// The folder of all pages. Removed when the tests end.
private let pages: URL = {
    atexit { try? FileManager.default.removeItem(at: pages) }
    return FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
}()

/// Creates a folder with a page.
private func page() throws -> String {
    let folder = pages.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("<!doctype html>".utf8).write(to: folder.appending(path: "index.html"))
    return folder.path
}

@Test(arguments: [SIGTERM, SIGINT])
func `serve prints its URL, logs to standard error, and ends with status 0 after a signal`(
    signal: Int32
) throws {
    let folder = try page()
    let log = URL(filePath: folder + "/log")
    try Data().write(to: log)
    let server = try ServerProcess(in: folder, errorOutput: try FileHandle(forWritingTo: log))
    #expect(server.lines.first?.hasPrefix("listening on http://127.0.0.1:") == true)
    #expect(
        server.lines.last?.wholeMatch(
            of: /running (one event loop|[0-9]+ event loops) with (libev|poll)/) != nil)
    let url = try #require(URL(string: server.address))
    #expect(try String(contentsOf: url, encoding: .utf8) == "<!doctype html>")
    #expect(server.stop(signal) == 0)
    #expect(try String(contentsOf: log, encoding: .utf8).contains("server started; port "))
    #expect(!server.lines.contains { $0.contains("server started") })
}

@Test(arguments: [
    ([], "/calcroom.db, a new file"), (["--data", "rooms.db"], "/rooms.db, a new file"),
    (["--data", ":memory:"], "memory and are lost when the server stops"),
])
func `a server prints how to stop it and where its rooms are stored, in memory without a file`(
    options: [String], location: String
) throws {
    let folder = try page()
    let server = try ServerProcess(options, in: folder)
    #expect(server.stop() == 0)
    let path = location.hasPrefix("/") ? folder + location : location
    #expect(server.lines.contains("rooms are stored in \(path)"))
    #expect(server.lines.contains("press Ctrl-C to stop the server"))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect((names == ["index.html"]) == (options.last == ":memory:"))
}

@Test func `the description of a Redis has no password`() throws {
    let address = try #require(RedisAddress("redis://me:secret@cache:6380/2"))
    #expect(
        StoreLocation.redis(address, .init(), replicas: 0).description
            == "database 2 of Redis at cache:6380")
}

@Test func `a server that cannot start reports the reason in one line`() throws {
    let folder = try page()
    let file = folder + "/index.html"
    let missing = folder + "/nowhere/below"
    for (arguments, message) in [
        (
            ["--static", folder, "--host", "nowhere.invalid"],
            "--host nowhere.invalid is not an address of this machine."
        ),
        (["--static", "/nowhere"], "There is no index.html in /nowhere"),
        (
            ["--static", folder, "--data", file],
            "\(file) is not a Calcroom data file. Choose another with --data; "
                + "a missing file is created."
        ),
        (
            ["--static", folder, "--data", "\(missing)/rooms.db"],
            "\(missing)/rooms.db cannot be used: there is no folder \(missing)."
        ),
    ] as [([String], String)] {
        let result = try Program.run(["serve", "--port", "0"] + arguments)
        #expect(result.status == 1 && result.output == "")
        #expect(result.errorOutput.hasPrefix("calcroom: \(message)"), "\(result.errorOutput)")
        #expect(result.errorOutput.filter { $0 == "\n" }.count == 1)
    }
    #expect(!FileManager.default.fileExists(atPath: folder + "/nowhere"))
}

@Test func `an unreachable Redis is reported in one line without the password`() throws {
    let result = try Program.run([
        "serve", "--static", try page(), "--port", "0", "--data", "redis://me:secret@127.0.0.1:1/2",
    ])
    #expect(result.status == 1)
    #expect(result.errorOutput.hasPrefix("calcroom: Redis at 127.0.0.1:1 cannot be used: "))
    #expect(!result.errorOutput.contains("secret"))
    #expect(result.errorOutput.filter { $0 == "\n" }.count == 1)
}

@Test(.enabled(if: RunningRedis.isInstalled, "redis-server is not installed (Debian: redis-tools)"))
func `a server keeps rooms in a Redis that requires TLS, certificates and a user`() throws {
    let certificates = try Certificates()
    for name in ["server", "client"] { try certificates.make(name) }
    let redis = try RunningRedis(
        ["user calc on >s3cret ~* &* +@all", "tls-auth-clients yes"], certificates: certificates)
    defer { redis.end() }
    let folder = try page()
    try Data("s3cret\n".utf8).write(to: URL(filePath: folder + "/password"))
    let options = [
        "--data", "rediss://calc@localhost:\(redis.tlsPort)",
        "--redis-password-file", folder + "/password", "--redis-ca", certificates.authority,
        "--redis-cert", certificates.path("client.pem"),
        "--redis-key", certificates.path("client.key"),
    ]
    let lines = try calculateAtTwoServers(options, in: folder)
    #expect(
        lines.contains(
            "rooms are stored in database 0 of Redis at localhost:\(redis.tlsPort) with TLS"))
    #expect(redis.ask("EXISTS calcroom:room:hall") == "1")
}

/// Calculates in a room at a server, and continues at the next one. Returns the output of the second server.
@discardableResult
private func calculateAtTwoServers(_ options: [String], in folder: String) throws -> [String] {
    var lines: [String] = []
    for (keys, display) in [("5 + 7 =", "12"), ("* 2 =", "24")] {
        let server = try ServerProcess(options, in: folder)
        lines = server.lines
        let room = server.address + "/rooms/hall"
        let result = try Program.run(["press", room, "--make", "standard", keys])
        #expect(result.output == display + "\n", "\(result.errorOutput)")
        let tape = try String(
            contentsOf: #require(URL(string: room + "/tape.csv")), encoding: .utf8)
        #expect(tape.contains(display))
        #expect(server.stop() == 0)
    }
    return lines
}

@Test(arguments: [(["--loops", "1"], "one event loop"), (["--loops", "3"], "3 event loops")])
func `a server runs the requested number of event loops, and a second server cannot use its port`(
    options: [String], count: String
) throws {
    let folder = try page()
    let server = try ServerProcess(["--data", ":memory:"] + options, in: folder)
    #expect(server.lines.last?.hasPrefix("running \(count) with ") == true)
    let port = try #require(server.address.split(separator: ":").last.map(String.init))
    for loops in ["1", "3"] {
        let other = try Program.run([
            "serve", "--port", port, "--static", folder, "--data", ":memory:", "--loops", loops,
        ])
        #expect(other.status == 1 && other.output == "")
        #expect(
            other.errorOutput
                == "calcroom: Port \(port) is taken; choose another with --port, "
                + "or 0 for any free port.\n")
    }
    #expect(server.stop() == 0)
}

@Test func `by default a server runs one event loop for each available core, at most 8`() throws {
    #expect((1...8).contains(ServerConfiguration.defaultLoopCount))
    let options = ["--data", ":memory:"]
    func loops(_ count: Int) -> String {
        "running " + (count == 1 ? "one event loop" : "\(count) event loops")
    }
    let server = try ServerProcess(options)
    let count = ServerConfiguration.defaultLoopCount
    #expect(server.lines.last?.hasPrefix(loops(count)) == true)
    #expect(server.stop() == 0)
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let core = try #require(status.firstMatch(of: /Cpus_allowed_list:\t([0-9]+)/)?.1)
    let confined = try ServerProcess(
        options, wrapper: ["/usr/bin/taskset", "--cpu-list", String(core)])
    #expect(confined.lines.last?.hasPrefix(loops(1)) == true)
    #expect(confined.stop() == 0)
}

@Test(arguments: [
    ("--port 70000", "--port takes a number from 0 to 65535, not 70000."),
    ("--prot 80", "Unknown option --prot for serve. Did you mean --port?"),
    (
        "--data rediss://",
        "--data takes the path of a file, :memory: or redis://USER:PASSWORD@HOST:PORT/DB "
            + "(rediss:// with TLS)."
    ),
    (
        "--data redis://here --durability full",
        "--durability applies only to a file; set the durability of Redis in its own configuration."
    ),
    ("--loops 0", "--loops takes a number from 1 to 64, not 0."),
    ("--durability ful", "Unknown durability ful. Did you mean full?"),
    ("--durability weekly", "Unknown durability weekly. Choose one of: full, os, none."),
    (
        "--history-events 0",
        "--history-events takes a number of events from 1000 to 10000000, not 0."
    ),
    ("--keep-days 0", "--keep-days takes a number of days from 1 to 36500, or always, not 0."),
    ("--log xml", "Unknown log format xml. Choose one of: text, json."),
    (
        "--origin evil",
        "--origin takes a URL without a path, such as https://calc.example, not evil."
    ),
    (
        "--public-url https://calc.example/room",
        "--public-url takes a URL without a path, such as https://calc.example, "
            + "not https://calc.example/room."
    ),
    (
        "--public-url https://a.example,https://b.example",
        "--public-url takes a URL without a path, such as https://calc.example, "
            + "not https://a.example,https://b.example."
    ),
    (
        "--embed-in https://school.example/moodle",
        "--embed-in takes origins such as https://school.example, not https://school.example/moodle."
    ),
    (
        "--metrics everybody",
        "Unknown value everybody for --metrics. Choose one of: local, all, off."
    ),
    ("--tls-cert x", "--tls-cert needs the certificate's key: --tls-key FILE."),
    ("--tls-key x", "--tls-key needs the key's certificate: --tls-cert FILE."),
    (
        "--tls-cert x --tls-key y --public-url http://calc.example",
        "--public-url must begin with https:// because the server has a certificate."
    ),
    ("--limits /nowhere", "Cannot read /nowhere; --limits takes a file or none."),
])
func `the error for a wrong value lists the allowed ones`(arguments: String, message: String)
    throws
{
    let result = try Program.run("serve " + arguments)
    #expect(result.status == 2)
    #expect(result.errorOutput == "calcroom: \(message)\n")
}

@Test(arguments: [
    "", "*", "https://*.school.example", "https://", "school.example", "https:school.example",
    "https://school.example/", "https://school.example?", "https://school.example#a",
    "https://a@school.example", "https://school.example:", "https://school.example:0",
    "https://school.example:65536", "https://school.example:+1", "https://.example",
    "https://school..example", "https://-school.example", "https://school-.example",
    "https://school.example.", "https://school_.example", "https://schüle.example", "https://[::1]",
    "https://a.example;https://b.example", "https://a.example https://b.example",
    "https://a.example; script-src *", "https://a.example\r\nX: y", "https://a.example\n",
    "ws://school.example", "javascript://school.example", "file://school.example", "null", "'self'",
    "https://a.example,", ",https://a.example",
    "https://\(String(repeating: "a", count: 64)).example",
])
func `an origin that may embed rooms has a scheme, a name and perhaps a port, and nothing else`(
    text: String
) throws {
    let given = ["--embed-in", "https://school.example", "--embed-in", text]
    let settings = try ServeSettings(Arguments(given, for: .serve, of: "calcroom"), [:])
    #expect(throws: CommandError.self) { try settings.configuration() }
    let variables = ["CALCROOM_EMBED_IN": text]
    if text.isEmpty { return }
    let others = try ServeSettings(Arguments([], for: .serve, of: "calcroom"), variables)
    #expect(throws: CommandError.self) { try others.configuration() }
}

@Test func `several origins may embed rooms`() throws {
    let given = [
        "--embed-in", "https://School.example", "--embed-in=http://127.0.0.1:8081",
        "--embed-in", "https://xn--schle-kva.example:443,http://localhost",
    ]
    let settings = try ServeSettings(Arguments(given, for: .serve, of: "calcroom"), [:])
    #expect(
        try settings.configuration().embeddingOrigins == [
            "https://school.example", "http://127.0.0.1:8081", "https://xn--schle-kva.example:443",
            "http://localhost",
        ])
}

@Test(arguments: [
    ("PORT", "CALCROOM_PORT takes a number from 0 to 65535, not soon."),
    ("LOOPS", "CALCROOM_LOOPS takes a number from 1 to 64, not soon."),
    ("TRUST_PROXY", "CALCROOM_TRUST_PROXY takes 1 or 0, not soon."),
])
func `the error for a wrong value in the environment names the variable`(
    variable: String, message: String
) throws {
    let variables = ["CALCROOM_\(variable)": "soon"]
    let settings = try ServeSettings(Arguments([], for: .serve, of: "calcroom"), variables)
    #expect(throws: CommandError.usage(message)) { try settings.configuration() }
}

@Test func `an empty variable of the environment counts as unset`() throws {
    let variables = ServeOption.all.map { ($0.variable, "") }
    let settings = try ServeSettings(
        Arguments([], for: .serve, of: "calcroom"), Dictionary(uniqueKeysWithValues: variables))
    let configuration = try settings.configuration()
    #expect(configuration.host == nil && configuration.certificate == nil)
    #expect(try settings.storeLocation() == .file("calcroom.db", .full, .init(days: 30)))
}

@Test(arguments: [
    ("keysPerSecnd 60", "line 1: unknown limit keysPerSecnd. Did you mean keysPerSecond"),
    ("# fine\n\njoinTime soon", "line 3: joinTime takes a whole number from 1 to 1000000000."),
    ("joinTime 5\njoinTime 6", "line 2: joinTime is given twice; give it once."),
])
func `a file of limits is read, and its errors are reported with the line`(
    text: String, message: String
)
    throws
{
    let folder = try page()
    let file = folder + "/limits"
    try Data(text.utf8).write(to: URL(filePath: file))
    let result = try Program.run(["serve", "--limits", file])
    #expect(result.status == 2)
    #expect(result.errorOutput.hasPrefix("calcroom: \(file), \(message)"))
    try Data("keysPerSecond 60\njoinsPerMinute 5 # a class\n".utf8).write(to: URL(filePath: file))
    let server = try ServerProcess(["--limits", file], in: folder)
    #expect(server.stop() == 0)
}

@Test(arguments: [
    [], ["--durability", "os"], ["--data", "kept/rooms.db", "--keep-days", "1"],
])
func `rooms in a file survive a restart of the server`(options: [String]) throws {
    let folder = try page()
    try FileManager.default.createDirectory(
        atPath: folder + "/kept", withIntermediateDirectories: false)
    try calculateAtTwoServers(options, in: folder)
    let file = options.first == "--data" ? "kept/rooms.db" : "calcroom.db"
    #expect(FileManager.default.fileExists(atPath: folder + "/" + file))
}

@Test func `the length of a history is the store's, or that of --history-events`() throws {
    let options = ["--data", "redis://there", "--history-events", "5000"]
    let location = try ServeSettings(Arguments(options, for: .serve, of: "calcroom"), [:])
        .storeLocation()
    if case .redis(_, let retention, _) = location { #expect(retention.events == 5_000) }
    #expect(location.description.contains("Redis"))
}

@Test(arguments: [
    ([], 30), (["--keep-days", "1"], 1), (["--keep-days", "always"], nil),
    (["--data", "redis://there"], 30), (["--data", "redis://there", "--keep-days", "always"], nil),
])
func `unvisited rooms are kept for 30 days, or as long as --keep-days says`(
    options: [String], days: Int?
) throws {
    let location = try ServeSettings(Arguments(options, for: .serve, of: "calcroom"), [:])
        .storeLocation()
    switch location {
    case .file(_, _, let retention), .redis(_, let retention, _):
        #expect(retention.days == days.map(Int64.init) && retention.events == nil)
    case .memory: Issue.record("a store in memory keeps nothing")
    }
}
