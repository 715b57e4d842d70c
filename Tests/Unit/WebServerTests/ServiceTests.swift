import Foundation
import Glibc
import RunningPrograms
import Testing

@testable import WebServer

private let isInstalled = Tool.analyzer.isInstalled

@Test(.enabled(if: isInstalled, "systemd-analyze is not installed"))
func `systemd accepts the unit file without warnings`() throws {
    let folder = try TemporaryFolder()
    let unit = folder.path(of: "calcroom.service")
    let text = try Checkout.text(of: "docs/deploy/calcroom.service")
    let program = "/usr/local/bin/calcroom"
    #expect(text.contains("ExecStart=\(program) serve\n"))
    try Data(text.replacing(program, with: RunningProgram.binary.path).utf8)
        .write(to: URL(filePath: unit))
    let verdict = try Tool.analyzer.run(["verify", unit])
    #expect(verdict.status == 0 && verdict.output == "", "\(verdict.output)")
    // The threshold is in tenths of its exposure score, which is good below 2.0.
    let exposure = try Tool.analyzer.run(["security", "--offline=true", "--threshold=20", unit])
    #expect(exposure.status == 0, "\(exposure.output.suffix(200))")
}

@Test func `systemd restarts a failed server without a limit`() throws {
    let text = try Checkout.text(of: "docs/deploy/calcroom.service")
    let sections = text.components(separatedBy: "\n[Service]\n")
    #expect(sections[0].contains("\nStartLimitIntervalSec=0\n"))
    #expect(sections[1].contains("\nRestart=on-failure\n"))
    #expect(sections[1].contains("\nRestartPreventExitStatus=2\n"))
}

@Test func `the server knows every setting in the unit file`() throws {
    let text = try Checkout.text(of: "docs/deploy/calcroom.service")
    var environment: [String: String] = [:]
    for match in text.matches(of: /\nEnvironment=(\w+)=(.*)/) {
        environment[String(match.1)] = String(match.2)
    }
    #expect(environment["CALCROOM_DATA"] == "%S/calcroom/rooms.db")
    environment["CALCROOM_DATA"] = ":memory:"
    environment["CALCROOM_PORT"] = "0"
    environment["CALCROOM_STATIC"] = try TestPage.folder()
    let program = try RunningProgram(["serve"], environment: environment)
    #expect(try program.lines(1)[0].hasPrefix("listening on http://127.0.0.1:"))
    program.send(SIGTERM)
    #expect(try program.status() == 0)
}

@Test(
    .enabled(if: isInstalled, "systemd-analyze is not installed"),
    .enabled(if: SystemCalls.arePossible, "tracing is not permitted here"))
func `a server makes no system call that the unit file forbids`() throws {
    let folder = try TemporaryFolder()
    let trace = folder.path(of: "trace")
    let certificates = try TestCertificates()
    let server = try ServingProgram(
        folder.path(of: "rooms.db"),
        certificates.options + ["--metrics", "local"],
        through: ["/usr/bin/strace", "-f", "-o", trace])
    let ada = try WebSocket(port: server.port, authority: certificates.authority)
    try ada.join("a", WebSocket.make)
    try ada.receive(until: #"{"welcome""#)
    try ada.send(#"{"n":1,"press":["5","+"]}"#, until: #""n":2"#)
    for path in ["/", "/rooms/7b/log", "/rooms/7b/qr.svg", "/metrics"] {
        let page = try HTTPReply(
            port: server.port, "GET \(path) HTTP/1.1", authority: certificates.authority)
        #expect(page.status == 200)
    }
    kill(server.processIdentifier, SIGHUP)
    try server.stop()

    let lines = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
    // Earlier calls are not those of the server.
    let calls = lines.drop { !$0.contains("execve(") }
    let names = Set(
        calls.compactMap { $0.firstMatch(of: /^[0-9]+ +([a-z_0-9]+)\(/).map { String($0.1) } })
    let allowed = try members(of: "@system-service").subtracting(try members(of: "@privileged"))
        .union(try members(of: "@default"))
    // When root creates files, SQLite changes their owner to that of the database.
    let asRoot: Set<String> = geteuid() == 0 ? ["fchown"] : []
    #expect(names.count > 30)
    // Forbidden calls are not in the set, so the test would find one.
    #expect(["mount", "ptrace", "setuid", "reboot"].allSatisfy { !allowed.contains($0) })
    #expect(names.subtracting(allowed).subtracting(asRoot) == [])
    #expect(!calls.contains { $0.contains("PROT_WRITE|PROT_EXEC") })
}

/// The calls in a set of systemd, including nested sets.
private func members(of set: String) throws -> Set<String> {
    let output = try Tool.analyzer.run(["syscall-filter", set]).output
    var found: Set<String> = []
    for line in output.split(separator: "\n").dropFirst() {
        let name = line.trimmingCharacters(in: .whitespaces)
        if name.hasPrefix("@") {
            found.formUnion(try members(of: name))
        } else if !name.isEmpty, !name.hasPrefix("#") {
            found.insert(name)
        }
    }
    return found
}
