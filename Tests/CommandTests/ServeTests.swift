import CommandLineKit
import Foundation
import FoundationNetworking
import RoomStore
import RunningPrograms
import Testing
import WebServer

@testable import calcroom

/// A server as people start it.
private final class Serving {
    private let process: Child
    private let output = Pipe()
    let lines: [String]

    init(
        _ arguments: [String], in folder: String? = nil, environment: [String: String] = [:],
        through: [String] = [], complaint: FileHandle? = nil
    ) throws {
        let words = through + [Program.binary.path, "serve"] + arguments
        // The default file of the rooms is in the working directory.
        process = try Child(
            words, in: URL(filePath: try folder ?? page()),
            environment: ProcessInfo.processInfo.environment.merging(environment) { $1 },
            output: output.fileHandleForWriting, complaint: complaint)
        try output.fileHandleForWriting.close()
        var text = ""
        while !text.contains("waiting for sockets with ") {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { break }
            text += String(decoding: data, as: UTF8.self)
        }
        lines = text.split(separator: "\n").map(String.init)
    }

    var address: String { String(lines[0].dropFirst("listening on ".count)) }

    /// Interrupts it, and gives the status with which it ends.
    func stop(_ signal: Int32 = SIGTERM) -> Int32 {
        process.signal(signal)
        return process.waitUntilEnd()
    }
}

/// Where pages are as long as these tests run.
private let pages: URL = {
    atexit { try? FileManager.default.removeItem(at: pages) }
    return FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
}()

/// A folder with a page.
private func page() throws -> String {
    let folder = pages.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("<!doctype html>".utf8).write(to: folder.appending(path: "index.html"))
    return folder.path
}

@Test(arguments: [SIGTERM, SIGINT])
func `C24 it says where it serves, and ends well at an interrupt`(signal: Int32) throws {
    let serving = try Serving(["--port", "0", "--static", try page()])
    #expect(serving.lines.first?.hasPrefix("listening on http://127.0.0.1:") == true)
    #expect(
        serving.lines.last?.wholeMatch(
            of: /waiting for sockets with (libev|poll), in (one loop|[0-9]+ loops)/) != nil)
    let url = try #require(URL(string: serving.address))
    #expect(try String(contentsOf: url, encoding: .utf8) == "<!doctype html>")
    #expect(serving.stop(signal) == 0)
}

@Test func `the first line on standard output is the address, and the log is on standard error`()
    throws
{
    let folder = try page()
    let log = URL(filePath: folder + "/log")
    try Data().write(to: log)
    let serving = try Serving(
        ["--port", "0", "--static", folder, "--data", ":memory:"],
        complaint: try FileHandle(forWritingTo: log))
    #expect(serving.stop() == 0)
    #expect(serving.lines.first?.hasPrefix("listening on http://") == true)
    #expect(try String(contentsOf: log, encoding: .utf8).contains("the server serves; port "))
    #expect(!serving.lines.contains { $0.contains("the server serves") })
}

@Test(arguments: [
    ([], "/calcroom.db"), (["--data", "rooms.db"], "/rooms.db"),
    (["--data", ":memory:"], "memory; they are lost when the server stops"),
])
func `a server says where its rooms are kept and how to stop it`(
    options: [String], place: String
) throws {
    let folder = try page()
    let serving = try Serving(["--port", "0", "--static", folder] + options, in: folder)
    #expect(serving.stop() == 0)
    let path = place.hasPrefix("/") ? folder + place : place
    #expect(serving.lines.contains("rooms are kept in \(path)"))
    #expect(serving.lines.contains("Ctrl-C stops the server"))
}

@Test func `the description of a Redis has no password`() throws {
    let address = try #require(RedisAddress("redis://me:secret@cache:6380/2"))
    #expect(
        RoomPlace.redis(address, daysKept: nil).description == "database 2 of Redis at cache:6380")
}

@Test(arguments: ["nowhere/rooms.db", "nowhere/below/rooms.db"])
func `serve does not create the folder of its file`(file: String) throws {
    let folder = try page()
    let path = "\(folder)/\(file)"
    let result = try Program.run(["serve", "--port", "0", "--static", folder, "--data", path])
    let missing = URL(filePath: path).deletingLastPathComponent().path
    #expect(result.status == 1 && result.output == "")
    #expect(
        result.complaint == "calcroom: \(path) cannot be used: there is no folder \(missing).\n")
    #expect(!FileManager.default.fileExists(atPath: folder + "/nowhere"))
}

@Test func `C25 what stands in the way of a server is told in one line`() throws {
    let folder = try page()
    let serving = try Serving(["--port", "0", "--static", folder])
    let port = try #require(serving.address.split(separator: ":").last.map(String.init))
    for (arguments, complaint) in [
        (["--port", port], "Port \(port) is taken; choose another one with --port, or 0 for any."),
        (["--host", "nowhere.invalid"], "--host nowhere.invalid is no address of this machine."),
        (["--port", "0", "--static", "/nowhere"], "There is no index.html in /nowhere"),
    ] {
        let result = try Program.run(
            ["serve", "--static", folder].dropLast(
                arguments.contains("--static") ? 2 : 0) + arguments)
        #expect(result.status == 1 && result.output == "")
        #expect(result.complaint.hasPrefix("calcroom: \(complaint)"), "\(result.complaint)")
        #expect(result.complaint.filter { $0 == "\n" }.count == 1)
    }
    #expect(serving.stop() == 0)
}

@Test func `C104 a Redis that is not there is told in one line, without the password`() throws {
    let result = try Program.run([
        "serve", "--static", try page(), "--port", "0", "--data", "redis://me:secret@127.0.0.1:1/2",
    ])
    #expect(result.status == 1)
    #expect(result.complaint.hasPrefix("calcroom: There is no Redis to use at 127.0.0.1:1: "))
    #expect(!result.complaint.contains("secret"))
}

@Test(arguments: [(["--loops", "1"], "one loop"), (["--loops", "3"], "3 loops")])
func `C103 as many loops serve as are asked for, and no second server`(
    options: [String], told: String
) throws {
    let folder = try page()
    let serving = try Serving(["--port", "0", "--static", folder, "--data", ":memory:"] + options)
    #expect(serving.lines.last?.hasSuffix(", in \(told)") == true)
    let port = try #require(serving.address.split(separator: ":").last.map(String.init))
    for loops in ["1", "3"] {
        let other = try Program.run([
            "serve", "--port", port, "--static", folder, "--data", ":memory:", "--loops", loops,
        ])
        #expect(other.status == 1 && other.complaint.hasPrefix("calcroom: Port \(port) is taken"))
    }
    #expect(serving.stop() == 0)
}

@Test func `C103 a loop for each core that the program may use, and at most 8`() throws {
    #expect((1...8).contains(ServerConfiguration.loopsUsual))
    let options = ["--port", "0", "--static", try page(), "--data", ":memory:"]
    let serving = try Serving(options)
    let count = ServerConfiguration.loopsUsual
    #expect(serving.lines.last?.hasSuffix(count == 1 ? "one loop" : "\(count) loops") == true)
    #expect(serving.stop() == 0)
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let core = try #require(status.firstMatch(of: /Cpus_allowed_list:\t([0-9]+)/)?.1)
    let confined = try Serving(
        options, through: ["/usr/bin/taskset", "--cpu-list", String(core)])
    #expect(confined.lines.last?.hasSuffix("one loop") == true)
    #expect(confined.stop() == 0)
}

@Test func `C26 options can be given in the environment`() throws {
    let serving = try Serving(
        [],
        environment: [
            "CALCROOM_PORT": "0", "CALCROOM_STATIC": try page(), "CALCROOM_TRUST_PROXY": "1",
        ])
    #expect(serving.lines.first?.hasPrefix("listening on http://127.0.0.1:") == true)
    #expect(serving.stop() == 0)
}

@Test(arguments: [
    ("--port 70000", "--port takes a number from 0 to 65535, not 70000."),
    ("--prot 80", "serve has no option --prot. Did you mean --port?"),
    (
        "--data rediss://here",
        "--data takes the path of a file, :memory: or redis://USER:PASSWORD@HOST:PORT/DB, "
            + "not what was said."
    ),
    (
        "--data redis://here --durability full",
        "--durability is for a file; what Redis keeps, Redis is told."
    ),
    ("--loops 0", "--loops takes a number from 1 to 64, not 0."),
    ("--loops many", "--loops takes a number from 1 to 64, not many."),
    ("--durability ful", "There is no durability ful. Did you mean full?"),
    ("--durability weekly", "There is no durability weekly. There are: full, os, none."),
    ("--keep-days 0", "--keep-days takes a number of days from 1 on, or always, not 0."),
    ("--log xml", "There is no form xml of the log. There are: text, json."),
    ("--log jsn", "There is no form jsn of the log. Did you mean json?"),
    ("--origin evil", "--origin takes an address such as https://calc.example, not evil."),
    ("--public-url calc", "--public-url takes an address such as https://calc.example, not calc."),
    ("--metrics everybody", "--metrics is not everybody. There are: local, all, off."),
    ("--metrics al", "--metrics is not al. Did you mean all?"),
    ("--limits /nowhere", "/nowhere cannot be read; --limits takes a file, or none."),
])
func `C27 a wrong value is told with what would be right`(arguments: String, complaint: String)
    throws
{
    let result = try Program.run("serve " + arguments)
    #expect(result.status == 2)
    #expect(result.complaint == "calcroom: \(complaint)\n")
}

@Test(arguments: [
    ("keysPerSecnd 60", "line 1: there is no limit keysPerSecnd. Did you mean keysPerSecond"),
    ("# fine\n\njoinTime soon", "line 3: joinTime takes a whole number from 1 to 1000000000."),
])
func `C28 a file of limits is read, and what is wrong in it is told`(
    text: String, complaint: String
)
    throws
{
    let folder = try page()
    let file = folder + "/limits"
    try Data(text.utf8).write(to: URL(filePath: file))
    let result = try Program.run(["serve", "--limits", file])
    #expect(result.status == 2)
    #expect(result.complaint.hasPrefix("calcroom: \(file), \(complaint)"))
    try Data("keysPerSecond 60\njoinsPerMinute 5 \n".utf8).write(to: URL(filePath: file))
    let serving = try Serving(["--port", "0", "--static", folder, "--limits", file])
    #expect(serving.stop() == 0)
}

@Test(arguments: [
    [], ["--durability", "os"], ["--data", "kept/rooms.db", "--keep-days", "1"],
])
func `C29 rooms are kept in a file, and there when it is served again`(options: [String]) throws {
    let folder = try page()
    try FileManager.default.createDirectory(
        atPath: folder + "/kept", withIntermediateDirectories: false)
    for expected in ["12", "24"] {
        let serving = try Serving(["--port", "0", "--static", folder] + options, in: folder)
        let room = serving.address + "/rooms/hall"
        let keys = expected == "12" ? "5 + 7 =" : "* 2 ="
        let result = try Program.run(["press", room, "--make", "standard", keys])
        #expect(result.output == expected + "\n", "\(result.complaint)")
        #expect(serving.stop() == 0)
    }
    let file = options.first == "--data" ? "kept/rooms.db" : "calcroom.db"
    #expect(FileManager.default.fileExists(atPath: folder + "/" + file))
}

@Test(arguments: [
    ([], 30), (["--keep-days", "1"], 1), (["--keep-days", "always"], nil),
    (["--data", "redis://there"], 30), (["--data", "redis://there", "--keep-days", "always"], nil),
])
func `C29 rooms that nobody visits are kept for 30 days, or as long as is said`(
    options: [String], days: Int?
) throws {
    let place = try ServeSettings(Arguments(options, for: .serve, of: "calcroom"), [:]).place()
    switch place {
    case .file(_, _, let daysKept), .redis(_, let daysKept):
        #expect(daysKept == days.map(Int64.init))
    case .memory: Issue.record("in memory nothing is kept")
    }
}

@Test func `C29 in memory nothing is kept, and a file that cannot be used is told`() throws {
    let folder = try page()
    let serving = try Serving(
        ["--port", "0", "--static", folder, "--data", ":memory:"], in: folder)
    #expect(serving.stop() == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["index.html"])
    let result = try Program.run(["serve", "--static", folder, "--data", folder + "/index.html"])
    #expect(result.status == 1)
    #expect(
        result.complaint == "calcroom: \(folder)/index.html is no file of rooms. Take another one "
            + "with --data; a new one is made.\n")
}
