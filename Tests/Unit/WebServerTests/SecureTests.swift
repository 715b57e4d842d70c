import Foundation
import Glibc
import RoomStore
import SharedRoom
import Testing

@testable import WebServer

@Test(arguments: [true, false])
func `a server with a certificate serves the page and rooms over TLS`(usesLibev: Bool) throws {
    let certificates = try TestCertificates()
    let server = try TestServer(hasHugeFile: true) {
        $0.certificate = certificates.files
        $0.usesLibev = usesLibev
    }
    let socket = try Socket(port: server.port, authority: certificates.authority)
    #expect(socket.secure?.subject == "/CN=one" && socket.secure?.negotiatedProtocol == "http/1.1")
    for path in ["/", "/huge.txt", "/rooms/7b"] {
        let page = try server.get(path, authority: certificates.authority)
        #expect(page.status == 200)
        #expect(page.body == (path == "/huge.txt" ? TestPage.huge : TestPage.index))
        #expect(page["Strict-Transport-Security"] == nil)
    }
    let people = try (0..<3).map { number in
        try WebSocket.joined(
            server, Array("abc")[number], WebSocket.make, authority: certificates.authority)
    }
    try people[0].send(#"{"n":1,"press":["1","2"]}"#)
    for person in people { try person.receive(until: #""n":2"#) }
}

@Test func `links of a server with a certificate begin with https`() throws {
    let certificates = try TestCertificates()
    let serving = try ServingProgram(":memory:", certificates.options)
    let address = "https://127.0.0.1:\(serving.port)"
    #expect(serving.program.lines[0].hasPrefix("listening on \(address)"))
    let press = try RunningProgram(
        ["press", "\(address)/rooms/7b", "--make", "standard", "5", "+", "7", "="],
        environment: ["SSL_CERT_FILE": certificates.authority])
    #expect(try press.status() == 0)
    #expect(press.lines == ["12"])
    try serving.stop()
    #expect(try serving.program.status() == 0)
}

@Test func `the QR code of a server with a certificate has an https address`() throws {
    let certificates = try TestCertificates()
    let server = try TestServer {
        $0.certificate = certificates.files
        $0.host = "127.0.0.1"
    }
    let page = try server.get("/rooms/7b/qr.svg", authority: certificates.authority)
    let address = "https://127.0.0.1:\(server.port)/rooms/7b"
    #expect(
        page.body == RoomDocuments.qrCode(of: address).map { String(decoding: $0, as: UTF8.self) })
}

@Test func `versions older than TLS 1 2 are refused`() throws {
    let certificates = try TestCertificates()
    let server = try TestServer { $0.certificate = certificates.files }
    for (version, isAccepted) in [
        (0x0302, false), (0x0303, true), (0x0304, true),
    ] as [(Int32, Bool)] {
        let socket = try? Socket(
            port: server.port, authority: certificates.authority, version: version)
        #expect((socket != nil) == isAccepted, "\(version)")
    }
}

@Test func `an invalid certificate is reported in one line`() throws {
    let certificates = try TestCertificates()
    try certificates.make("two")
    try certificates.openssl("pkey -in one.key -aes256 -passout pass:secret -out locked.key")
    let (one, key) = (certificates.path("one.pem"), certificates.path("one.key"))
    let other = certificates.path("two.key")
    let locked = certificates.path("locked.key")
    for (certificate, key, message) in [
        ("/nowhere.pem", key, "/nowhere.pem cannot be read: No such file or directory."),
        (one, "/nowhere.key", "/nowhere.key cannot be read: No such file or directory."),
        (one, "/", "/ cannot be read: it is empty, or not a file."),
        (key, key, "There is no certificate in \(key). The file must be PEM."),
        (one, one, "There is no private key in \(one). The file must be PEM."),
        (
            one, locked,
            "The key in \(locked) is encrypted. To decrypt it, use openssl pkey -in \(locked)."
        ),
        (one, other, "The key in \(other) does not belong to the first certificate in \(one)."),
    ] {
        let program = try RunningProgram(
            [
                "serve", "--port", "0", "--data", ":memory:", "--static", try TestPage.folder(),
                "--tls-cert", certificate, "--tls-key", key,
            ])
        #expect(try program.failure() == "1: \(message)")
    }
}

@Test func `an invalid certificate does not replace the old one, and the log says why`() throws {
    let certificates = try TestCertificates()
    try certificates.make("two")
    let server = try TestServer { $0.certificate = certificates.files }
    try certificates.install("two", key: "one")
    server.server.reloadCertificate()
    let line = try server.log.line(with: "the new one is invalid")
    #expect(line.contains("does not belong to the first certificate"))
    let socket = try Socket(port: server.port, authority: certificates.authority)
    #expect(socket.secure?.subject == "/CN=one")
    try certificates.install("two")
    server.server.reloadCertificate()
    _ = try server.log.line(with: "reloaded the certificate")
    let later = try Socket(port: server.port, authority: certificates.authority)
    #expect(later.secure?.subject == "/CN=two")
}

@Test func `the log warns of a certificate that browsers refuse`() throws {
    let certificates = try TestCertificates()
    try certificates.make("old", days: 0)
    try certificates.install("old")
    let server = try TestServer { $0.certificate = certificates.files }
    let warning = "browsers refuse the certificate"
    #expect(try server.log.line(with: warning).contains("it expired on 20"))
    try certificates.install("one")
    server.server.reloadCertificate()
    _ = try server.log.line(with: "reloaded the certificate")
    #expect(server.log.all.count { $0.contains(warning) } == 1)
    try certificates.install("old")
    server.server.reloadCertificate()
    #expect(try server.log.line(with: "the new one is invalid").contains("it expired on 20"))
}

@Test func `a certificate that expires while the server runs is reported once`() throws {
    let certificates = try TestCertificates()
    let (now, problems) = (Guarded(time(nil)), Guarded<[String]>([]))
    let certificate = try CurrentCertificate(certificates.files, clock: { now.withLock { $0 } }) {
        problem in problems.withLock { $0.append(problem) }
    }
    for days in [0, 1, 3, 4] {
        now.withLock { $0 += days * 86_400 }
        certificate.reportProblem()
        #expect(problems.withLock { $0.count } == (days < 3 ? 0 : 1))
    }
}

@Test func `a hangup signal under load reloads the certificate and closes no connection`() throws {
    let certificates = try TestCertificates()
    try certificates.make("two", .rsa)
    let serving = try ServingProgram(":memory:", certificates.options)
    let people = try (0..<10).map { _ in
        try WebSocket(port: serving.port, authority: certificates.authority)
    }
    for (person, letter) in zip(people, "abcdefghij") {
        try person.join(letter, WebSocket.make)
        try person.receive(until: #"{"welcome""#)
    }
    for round in Int64(1)...40 {
        try certificates.install(round.isMultiple(of: 2) ? "one" : "two")
        serving.program.send(SIGHUP)
        for person in people { try person.send(#"{"n":\#(round),"press":"7"}"#) }
        let other = try Socket(port: serving.port, authority: certificates.authority)
        #expect(["/CN=one", "/CN=two"].contains(other.secure?.subject))
    }
    // The event log has all keys of all people, and nobody has entered again.
    let expected = 1 + 10 + 10 * 40
    try Wait.untilTrue {
        try HTTPReply(
            port: serving.port, "GET /rooms/7b/state HTTP/1.1", authority: certificates.authority
        ).body.hasPrefix(#"{"seq":\#(expected),"#)
    }
    try serving.stop()
}

@Test func `plain HTTP gets a hint, and invalid bytes close only their own connection`() throws {
    let certificates = try TestCertificates()
    let server = try TestServer {
        $0.certificate = certificates.files
        $0.times.requestHeadSeconds = 1
    }
    let page = try server.get("/")
    #expect(page.status == 400 && page.body.contains("https://"))
    #expect(try WebSocket(server).status == 400)
    let beginnings: [[UInt8]] = [
        [0x16, 0x03, 0x01, 0x00, 0x05, 9, 9, 9, 9, 9], [0, 1, 2], [0x16], [],
    ]
    // At the same time, because the server waits a second for the rest of each.
    let sockets = try beginnings.map { beginning in
        let socket = try Socket(port: server.port)
        try socket.send(beginning)
        return socket
    }
    for socket in sockets { _ = try socket.readToEnd() }
    let good = try server.get("/", authority: certificates.authority)
    #expect(good.status == 200)
}

@Test func `a server without a certificate ignores a hangup signal`() throws {
    let serving = try ServingProgram(":memory:")
    serving.program.send(SIGHUP)
    serving.program.send(SIGHUP)
    #expect(try HTTPReply(port: serving.port, "GET /healthz HTTP/1.1").status == 200)
    try serving.stop()
    #expect(try serving.program.status() == 0)
}

/// Both signals are pending when the program continues.
@Test func `a second interrupt ends the server at once`() throws {
    let serving = try ServingProgram(":memory:")
    for signal in [SIGSTOP, SIGINT, SIGTERM, SIGCONT] { serving.program.send(signal) }
    let status = try serving.program.status()
    #expect([128 + SIGINT, 128 + SIGTERM].contains(status))
}

@Test func `a hangup signal ends a server whose terminal has closed`() throws {
    let terminal = try Terminal()
    let program = try RunningProgram(
        ["serve", "--port", "0", "--data", ":memory:", "--static", try TestPage.folder()],
        input: terminal.slave)
    try program.waitUntilServing()
    program.send(SIGHUP)
    #expect(try program.status() == 0)
}
