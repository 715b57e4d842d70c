import Foundation
import RunningPrograms
import Testing

/// A folder in which something is installed, and a page with two files that is.
private struct Place: ~Copyable {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    var destination: URL { folder.appending(path: "made") }

    init() throws {
        let page = folder.appending(path: "page/icons")
        try FileManager.default.createDirectory(at: page, withIntermediateDirectories: true)
        for name in ["index.html", "icons/one.svg"] {
            try Data(name.utf8).write(to: folder.appending(path: "page/\(name)"))
        }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// What is below the destination, files alone.
    func files() -> [String] {
        let all = FileManager.default.enumerator(atPath: destination.path)?.allObjects ?? []
        return all.compactMap { $0 as? String }.filter { path in
            var isFolder: ObjCBool = false
            let place = destination.appending(path: path).path
            return FileManager.default.fileExists(atPath: place, isDirectory: &isFolder)
                && !isFolder.boolValue
        }.sorted()
    }

    func text(_ path: String) throws -> String {
        try String(contentsOf: destination.appending(path: path), encoding: .utf8)
    }

    /// Runs the script with what was built for the tests.
    func install(_ arguments: String...) throws -> (status: Int32, output: String) {
        let own = [
            "CALCROOM": Program.binary.path, "PAGE": folder.appending(path: "page").path,
            "DESTDIR": destination.path,
        ]
        return try Checkout.run(
            (["Scripts/install"] + arguments).joined(separator: " "),
            ProcessInfo.processInfo.environment.merging(own) { $1 })
    }
}

private let installed = [
    "usr/local/bin/calcroom", "usr/local/lib/systemd/system/calcroom.service",
    "usr/local/share/calcroom/icons/one.svg", "usr/local/share/calcroom/index.html",
]

@Test func `C109 program, page and unit are put in place, and a second time alike`() throws {
    let place = try Place()
    for _ in 1...2 {
        let result = try place.install()
        #expect(result.status == 0, "\(result.output)")
        #expect(place.files() == installed)
        try Data("old".utf8)
            .write(to: place.destination.appending(path: "usr/local/share/calcroom/index.html"))
    }
    _ = try place.install()
    #expect(try place.text("usr/local/share/calcroom/index.html") == "index.html")
    let unit = try Checkout.text(of: "docs/deploy/calcroom.service")
    #expect(try place.text("usr/local/lib/systemd/system/calcroom.service") == unit)
}

@Test func `C109 what is put in place serves the page beside it`() throws {
    let place = try Place()
    #expect(try place.install().status == 0)
    let said = Pipe()
    let program = place.destination.appending(path: "usr/local/bin/calcroom").path
    let process = try Child(
        [program, "serve", "--port", "0", "--data", ":memory:"],
        output: said.fileHandleForWriting)
    try said.fileHandleForWriting.close()
    let line = String(decoding: said.fileHandleForReading.availableData, as: UTF8.self)
    process.signal(SIGINT)
    #expect(line.hasPrefix("listening on http://127.0.0.1:"))
    #expect(process.waitUntilEnd() == 0)
}

@Test func `C109 with another prefix the unit has its paths, and packages are named`() throws {
    let place = try Place()
    let result = try place.install("--prefix", "/opt/calc/")
    #expect(result.status == 0, "\(result.output)")
    let paths = installed.map { $0.replacing("usr/local", with: "opt/calc") }
    #expect(place.files() == paths)
    let unit = try place.text("opt/calc/lib/systemd/system/calcroom.service")
    #expect(unit.contains("\nExecStart=/opt/calc/bin/calcroom serve\n"))
    #expect(unit.contains("\nEnvironment=CALCROOM_STATIC=/opt/calc/share/calcroom\n"))
    #expect(!unit.contains("/usr/local"))
    #expect(result.output.contains("libwebsockets-evlib-ev"))
}

@Test func `C110 what was put there is taken away, and nothing else`() throws {
    let place = try Place()
    let rooms = "var/lib/calcroom/rooms.db"
    let kept = place.destination.appending(path: rooms)
    try FileManager.default.createDirectory(
        at: kept.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("rooms".utf8).write(to: kept)
    let other = place.destination.appending(path: "usr/local/bin/other")
    #expect(try place.install().status == 0)
    try Data("other".utf8).write(to: other)
    let result = try place.install("--remove")
    #expect(result.status == 0, "\(result.output)")
    #expect(place.files() == ["usr/local/bin/other", rooms])
    let again = try place.install("--remove")
    #expect(again.status == 0)
    #expect(again.output == "Nothing of Calcroom is below \(place.destination.path)/usr/local.\n")
}

@Test func `C111 a dry run changes nothing`() throws {
    let place = try Place()
    #expect(try place.install("--dry-run").output.contains("/usr/local/bin/calcroom\n"))
    #expect(place.files() == [])
    _ = try place.install()
    #expect(try place.install("--remove", "--dry-run").output.contains("rm -rf"))
    #expect(place.files() == installed)
}

@Test(arguments: [
    (["--prefix"], 2, "--prefix needs a folder"),
    (["--prefix", "calc"], 2, "--prefix is a whole path, such as /usr/local; it was calc"),
    (["--undo"], 2, "takes --prefix FOLDER, --remove and --dry-run, and no --undo"),
])
func `C111 what is asked for wrongly is told`(
    arguments: [String], status: Int32, complaint: String
) throws {
    let place = try Place()
    let result =
        arguments.count > 1
        ? try place.install(arguments[0], arguments[1]) : try place.install(arguments[0])
    #expect(result.status == status)
    #expect(result.output == "Scripts/install: \(complaint)\n")
    #expect(place.files() == [])
}

/// Nobody may write where a file stands in the way, root included.
@Test func `C111 where nothing can be written that is told in one line`() throws {
    let place = try Place()
    try Data().write(to: place.destination)
    let result = try place.install()
    #expect(result.status == 1)
    let lines = result.output.split(separator: "\n")
    #expect(
        lines.last
            == "Scripts/install: \(place.destination.path)/usr/local could not be changed: run it as somebody who may, or choose another --prefix"
    )
}
