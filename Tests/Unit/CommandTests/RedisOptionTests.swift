import CommandLineKit
import Foundation
import RedisStore
import RoomStore
import Testing

@testable import calcroom

/// The Redis of a server with these options and variables.
private func address(
    _ options: [String], _ variables: [String: String] = [:]
) throws -> RedisAddress {
    let settings = try ServeSettings(
        Arguments(options, for: .serve, of: "calcroom"), variables)
    guard case .redis(let address, _, _) = try settings.storeLocation() else { throw NoRedis() }
    return address
}

private struct NoRedis: Error {}

/// Runs the body with a file of this text.
private func withFile(_ text: String, _ body: (String) throws -> Void) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try body(file.path)
}

@Test(arguments: ["s3cret", "s3cret\n", "s3cret\r\n"])
func `the password of Redis may be in a file, in the environment or in the URL`(
    text: String
) throws {
    try withFile(text) { file in
        for address in [
            try address(["--data", "rediss://calc@here", "--redis-password-file", file]),
            try address(
                ["--data", "rediss://calc@here"], ["CALCROOM_REDIS_PASSWORD_FILE": file]),
            try address(["--data", "rediss://calc@here"], ["CALCROOM_REDIS_PASSWORD": "s3cret"]),
            try address(["--data", "rediss://calc:s3cret@here"], ["CALCROOM_REDIS_PASSWORD": ""]),
            try address([], ["CALCROOM_DATA": "rediss://calc:s3cret@here"]),
        ] {
            #expect(address.user == "calc" && address.password == "s3cret")
        }
        let other = try address(["--data", "redis://here", "--redis-password-file", file])
        #expect(other.user == nil && other.password == "s3cret")
    }
}

@Test func `a password of Redis with several sources is an error that names them`() throws {
    try withFile("b") { file in
        for (data, options, variables, sources) in [
            (
                "redis://:a@here", ["--redis-password-file", file], [:],
                "the URL of --data and in --redis-password-file"
            ),
            (
                "redis://:a@here", [], ["CALCROOM_REDIS_PASSWORD": "c"],
                "the URL of --data and in CALCROOM_REDIS_PASSWORD"
            ),
            (
                "redis://here", [],
                ["CALCROOM_REDIS_PASSWORD": "c", "CALCROOM_REDIS_PASSWORD_FILE": file],
                "CALCROOM_REDIS_PASSWORD_FILE and in CALCROOM_REDIS_PASSWORD"
            ),
        ] as [(String, [String], [String: String], String)] {
            let error = CommandError.usage(
                "The password of Redis is in \(sources). Give it once.")
            #expect(throws: error) { try address(["--data", data] + options, variables) }
        }
    }
}

@Test func `a file with the password of Redis has one line`() throws {
    for (text, count) in [("", "no line"), ("\n", "no line"), ("a\nb\n", "several lines")] {
        try withFile(text) { file in
            let error = CommandError.usage(
                "\(file) has \(count); write the password of Redis on one line.")
            #expect(throws: error) {
                try address(["--data", "redis://here", "--redis-password-file", file])
            }
        }
    }
}

@Test func `TLS to Redis may have authorities and a certificate of the client`() throws {
    let files = try address([
        "--data", "rediss://here", "--redis-ca", "ca", "--redis-cert", "cert", "--redis-key", "key",
    ])
    #expect(files.tls?.authorities == "ca")
    #expect(files.tls?.client == RedisTLS.Client(certificate: "cert", key: "key"))
    #expect(try address(["--data", "rediss://here"]).tls == RedisTLS())
}

@Test func `the hosts of --data are sentinels if the primary has a name`() throws {
    let data = "redis://one,two:7000/2"
    for address in [
        try address(["--data", data, "--redis-primary", "calcroom"]),
        try address(["--data", data], ["CALCROOM_REDIS_PRIMARY": "calcroom"]),
    ] {
        #expect(address.hosts.map(\.text) == ["one:26379", "two:7000"])
        #expect(address.primary == "calcroom" && address.database == 2)
    }
}

@Test func `several hosts without a primary are those of a cluster`() throws {
    let address = try address(["--data", "redis://one,two:7000"])
    #expect(address.hosts.map(\.text) == ["one:6379", "two:7000"] && address.primary == nil)
}

@Test(arguments: [
    (
        "rooms.db --redis-primary calcroom",
        "--redis-primary applies only to Redis: redis://USER:PASSWORD@HOST:PORT/DB "
            + "(rediss:// with TLS)."
    ),
    (
        "rooms.db --redis-replicas 1",
        "--redis-replicas applies only to Redis: redis://USER:PASSWORD@HOST:PORT/DB "
            + "(rediss:// with TLS)."
    ),
    (
        "redis://here --redis-replicas two",
        "--redis-replicas takes a number from 0 to 100, not two."
    ),
    (
        "redis://here --redis-password-file /nowhere",
        "Cannot read /nowhere; --redis-password-file takes a file that contains the password of Redis."
    ),
    (
        "rediss://calc@here",
        "Redis needs a password for the user calc. Give it with --redis-password-file FILE."
    ),
    (
        "redis://here --redis-ca ca",
        "--redis-ca applies only to rediss://, which is Redis with TLS."
    ),
    (
        "rediss://here --redis-cert cert",
        "--redis-cert needs the certificate's key: --redis-key FILE."
    ),
    (
        "rediss://here --redis-key key",
        "--redis-key needs the key's certificate: --redis-cert FILE."
    ),
    (
        "rooms.db --redis-ca ca",
        "--redis-ca applies only to Redis: redis://USER:PASSWORD@HOST:PORT/DB "
            + "(rediss:// with TLS)."
    ),
])
func `options of Redis that do not fit are an error`(options: String, message: String) throws {
    let words = options.split(separator: " ").map(String.init)
    #expect(throws: CommandError.usage(message)) { try address(["--data"] + words) }
}
