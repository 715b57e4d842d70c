import Foundation
import RunningPrograms
import Testing

@testable import calcroom

/// A destination folder, and a page with two files to install.
private struct Installation: ~Copyable {
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

    /// The paths of all files in the destination.
    func files() -> [String] {
        let all = FileManager.default.enumerator(atPath: destination.path)?.allObjects ?? []
        return all.compactMap { $0 as? String }.filter { path in
            var isFolder: ObjCBool = false
            let file = destination.appending(path: path).path
            return FileManager.default.fileExists(atPath: file, isDirectory: &isFolder)
                && !isFolder.boolValue
        }.sorted()
    }

    func text(_ path: String) throws -> String {
        try String(contentsOf: destination.appending(path: path), encoding: .utf8)
    }

    /// Runs Scripts/install with the program of the tests, or another one.
    func install(
        _ arguments: String..., program: URL = Program.binary
    ) throws -> (status: Int32, output: String) {
        let own = [
            "CALCROOM": program.path, "PAGE": folder.appending(path: "page").path,
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

@Test func `install copies program, page and unit, and can be repeated`() throws {
    let installation = try Installation()
    for _ in 1...2 {
        let result = try installation.install()
        #expect(result.status == 0, "\(result.output)")
        #expect(installation.files() == installed)
        try Data("old".utf8)
            .write(
                to: installation.destination.appending(path: "usr/local/share/calcroom/index.html"))
    }
    _ = try installation.install()
    #expect(try installation.text("usr/local/share/calcroom/index.html") == "index.html")
    let unit = try Checkout.text(of: "docs/deploy/calcroom.service")
    #expect(try installation.text("usr/local/lib/systemd/system/calcroom.service") == unit)
}

@Test func `the installed program serves the installed page`() throws {
    let installation = try Installation()
    #expect(try installation.install().status == 0)
    let output = Pipe()
    let program = installation.destination.appending(path: "usr/local/bin/calcroom").path
    let process = try Child(
        [program, "serve", "--port", "0", "--data", ":memory:"],
        output: output.fileHandleForWriting)
    try output.fileHandleForWriting.close()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    process.signal(SIGINT)
    #expect(line.hasPrefix("listening on http://127.0.0.1:"))
    #expect(process.waitUntilEnd() == 0)
}

@Test func `with another prefix the unit has its paths, and the required packages are listed`()
    throws
{
    let installation = try Installation()
    let result = try installation.install("--prefix", "/opt/calc/")
    #expect(result.status == 0, "\(result.output)")
    let paths = installed.map { $0.replacing("usr/local", with: "opt/calc") }
    #expect(installation.files() == paths)
    let unit = try installation.text("opt/calc/lib/systemd/system/calcroom.service")
    #expect(unit.contains("\nExecStart=/opt/calc/bin/calcroom serve\n"))
    #expect(unit.contains("\nEnvironment=CALCROOM_STATIC=/opt/calc/share/calcroom\n"))
    #expect(!unit.contains("/usr/local"))
    #expect(result.output.contains("libwebsockets-evlib-ev"))
}

@Test func `remove deletes the installed files and nothing else`() throws {
    let installation = try Installation()
    let rooms = "var/lib/calcroom/rooms.db"
    let data = installation.destination.appending(path: rooms)
    try FileManager.default.createDirectory(
        at: data.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("rooms".utf8).write(to: data)
    let other = installation.destination.appending(path: "usr/local/bin/other")
    #expect(try installation.install().status == 0)
    try Data("other".utf8).write(to: other)
    let result = try installation.install("--remove")
    #expect(result.status == 0, "\(result.output)")
    #expect(installation.files() == ["usr/local/bin/other", rooms])
    let again = try installation.install("--remove")
    #expect(again.status == 0)
    #expect(
        again.output == "Calcroom is not installed in \(installation.destination.path)/usr/local.\n"
    )
}

@Test func `install copies the commit of the program, and remove deletes it`() throws {
    let installation = try Installation()
    let program = installation.folder.appending(path: "calcroom")
    try FileManager.default.copyItem(at: URL(filePath: "/bin/true"), to: program)
    try Data("faf72ef\n".utf8).write(to: installation.folder.appending(path: "calcroom.commit"))
    #expect(try installation.install(program: program).status == 0)
    #expect(try installation.text("usr/local/lib/calcroom/commit") == "faf72ef\n")
    let installed = installation.destination.appending(path: "usr/local/bin/calcroom")
    #expect(Version.line(program: installed).contains("(commit faf72ef, "))
    #expect(try installation.install("--remove").status == 0)
    #expect(installation.files() == [])
}

@Test func `a dry run changes nothing`() throws {
    let installation = try Installation()
    #expect(try installation.install("--dry-run").output.contains("/usr/local/bin/calcroom\n"))
    #expect(installation.files() == [])
    _ = try installation.install()
    #expect(try installation.install("--remove", "--dry-run").output.contains("rm -rf"))
    #expect(installation.files() == installed)
}

@Test(arguments: [
    ("--prefix", "--prefix needs a folder"),
    ("--prefix calc", "--prefix takes an absolute path such as /usr/local, not calc"),
    ("--undo", "unknown argument --undo; the options are --prefix FOLDER, --remove and --dry-run"),
])
func `wrong arguments of install are errors`(arguments: String, message: String) throws {
    let installation = try Installation()
    let result = try installation.install(arguments)
    #expect(result.status == 2)
    #expect(result.output == "Scripts/install: \(message)\n")
    #expect(installation.files() == [])
}

@Test func `an installation that fails leaves the old one`() throws {
    let installation = try Installation()
    #expect(try installation.install().status == 0)
    try Data("new".utf8).write(to: installation.folder.appending(path: "page/index.html"))
    let missing = installation.folder.appending(path: "nowhere")
    #expect(
        try installation.install(program: missing).output
            == "Scripts/install: there is no program \(missing.path)\n")
    try FileManager.default.createSymbolicLink(
        at: installation.folder.appending(path: "page/lost.js"), withDestinationURL: missing)
    #expect(try installation.install().status == 1)
    #expect(installation.files() == installed)
    #expect(try installation.text("usr/local/share/calcroom/index.html") == "index.html")
}

/// The destination is a file, so that even root cannot write into it.
@Test func `a destination that cannot be written is reported in one line`() throws {
    let installation = try Installation()
    try Data().write(to: installation.destination)
    let result = try installation.install()
    #expect(result.status == 1)
    let lines = result.output.split(separator: "\n")
    #expect(
        lines.last
            == "Scripts/install: mkdir failed in \(installation.destination.path)/usr/local; if you may not change it, run as another user, or choose another --prefix"
    )
}

@Test func `Scripts/serve looks for changes in files that exist`() throws {
    let result = try Checkout.run(#"source Scripts/lib/build.sh; ls -d "${sources[@]}" >/dev/null"#)
    #expect(result.status == 0 && result.output.isEmpty, "\(result.output)")
}
