import Foundation
import RunningPrograms
import RunningRedis
import SharedRoom
import Testing

@testable import RedisStore
@testable import RoomStore

/// The authority and the certificate `server` of the tests.
private let certificates = Result {
    let certificates = try Certificates()
    try certificates.make("server")
    return certificates
}

extension RedisAddress {
    /// The TLS port of a Redis.
    fileprivate init?(
        _ redis: RunningRedis, host: String = "127.0.0.1", authorities: String?,
        client: RedisTLS.Client? = nil
    ) {
        self.init("rediss://\(host):\(redis.tlsPort)")
        tls?.authorities = authorities
        tls?.client = client
    }
}

/// Messages of nodes, replies and the log that a reader reads are larger than a TLS record.
@Test(.needsRedis)
func `nodes with TLS receive the same events, and their readers read them`() throws {
    let certificates = try certificates.get()
    try Nodes.hold(2, certificates: certificates) { nodes in
        let edges = (0..<4).map { nodes.edge(at: $0 % 2) }
        for edge in edges { try edge.open("hall") }
        try Threads.run(4) { number in
            for line in Int64(1)...20 {
                edges[number].append(Array(repeating: line, count: 300), to: "hall")
            }
        }
        let rooms = try edges.map { try $0.follow("hall", to: 24_000) }
        #expect(Set(rooms.map(\.summary.checksum)).count == 1)
        for store in nodes.stores {
            let reader = store.makeReader()
            let log = StoredLog("hall", try #require(try reader.room("hall")))
            #expect(try reader.events(after: 23_900, of: log) == Array(rooms[0].events.suffix(100)))
        }
        try nodes.edge(at: 1).open("yard")
    }
}

@Test(.needsRedis)
func `appends with TLS are refused while Redis is away or silent, and resume`() throws {
    try Nodes.hold(
        2, syncing, certificates: try certificates.get(),
        Nodes.impatient
    ) { nodes in
        let (ada, bob) = (nodes.edge(at: 0), nodes.edge(at: 1))
        for edge in [ada, bob] { try edge.open("hall") }
        for round in Int64(1)...3 {
            try ada.appendWhenPossible(round * 10, to: "hall")
            nodes.redis.kill()
            try nodes.redis.start()
            try ada.appendWhenPossible(round * 10 + 1, to: "hall")
            nodes.redis.setRunning(false)
            bob.submit(.open("yard"))
            _ = try bob.inbox.wait(for: "no opening") { reports in
                reports.count { $0 == .refused("yard", ticket: 0, .unavailable) } == round
                    ? true : nil
            }
            nodes.redis.setRunning(true)
            try ada.appendWhenPossible(round * 10 + 2, to: "hall")
            try bob.openWhenPossible("hall")
        }
        #expect(try nodes.edge(at: 1).open("hall").events.count == 9)
    }
}

@Test(.needsRedis)
func `the certificate of Redis must be signed by a trusted authority and have the name`() throws {
    let certificates = try certificates.get()
    let other = try Certificates()
    let redis = try RunningRedis(certificates: certificates)
    defer { redis.end() }
    for host in ["127.0.0.1", "localhost"] {
        #expect(
            try redisProblem(
                RedisAddress(redis, host: host, authorities: certificates.authority)) == nil)
        for authority in [other.authority, nil] {
            let message = try redisProblem(RedisAddress(redis, host: host, authorities: authority))
            #expect(
                message?.hasPrefix("its certificate is not accepted: ") == true
                    && message?.hasSuffix("; check the host in --data and --redis-ca") == true)
        }
    }
}

@Test(
    .needsRedis,
    arguments: [
        ("expired", "IP:127.0.0.1,DNS:localhost", 0, "certificate has expired"),
        ("wrong", "IP:127.0.0.2,DNS:other.example,DNS:127.0.0.1", 2, " mismatch"),
    ])
func `a certificate of Redis that has expired or is for another name is rejected`(
    name: String, names: String, days: Int, reason: String
) throws {
    let certificates = try certificates.get()
    try certificates.make(name, for: names, days: days)
    let redis = try RunningRedis(certificates: certificates, certificate: name)
    defer { redis.end() }
    for host in ["127.0.0.1", "localhost"] {
        let address = RedisAddress(redis, host: host, authorities: certificates.authority)
        #expect(try redisProblem(address)?.contains(reason) == true)
    }
}

@Test(.needsRedis)
func `a port with TLS and one without are told apart`() throws {
    let certificates = try certificates.get()
    let redis = try RunningRedis(certificates: certificates)
    defer { redis.end() }
    #expect(try redisProblem(RedisAddress("rediss://127.0.0.1:\(redis.port)")) == noTLS)
    #expect(
        try redisProblem(RedisAddress("redis://127.0.0.1:\(redis.tlsPort)"))
            == "it closes the connection without an answer; if it expects TLS, use rediss://")
    redis.setRunning(false)
    defer { redis.setRunning(true) }
    #expect(
        try redisProblem(RedisAddress(redis, authorities: certificates.authority), timeout: 100)
            == noTLS)
}

private let noTLS =
    "it does not answer the TLS handshake; if this port is one without TLS, use the tls-port, or redis://"

@Test(.needsRedis, arguments: ["TLSv1.2", "TLSv1.3"])
func `Redis may require a certificate of the client`(version: String) throws {
    let certificates = try certificates.get()
    let other = try Certificates()
    for authority in [certificates, other] { try authority.make("client") }
    let redis = try RunningRedis(
        ["tls-auth-clients yes", "tls-protocols \(version)"], certificates: certificates)
    defer { redis.end() }
    func problem(_ client: RedisTLS.Client?) throws -> String? {
        try redisProblem(
            RedisAddress(redis, authorities: certificates.authority, client: client))
    }
    func client(_ authority: Certificates) -> RedisTLS.Client {
        RedisTLS.Client(
            certificate: authority.path("client.pem"), key: authority.path("client.key"))
    }
    #expect(try problem(client(certificates)) == nil)
    let (without, foreign) = (try problem(nil) ?? "", try problem(client(other)) ?? "")
    for message in [without, foreign] {
        #expect(message.hasPrefix("TLS failed: "), "\(message)")
        #expect(message.hasSuffix("--redis-cert and --redis-key"), "\(message)")
    }
}

@Test(.needsRedis)
func `files of TLS that cannot be used are named`() throws {
    let certificates = try certificates.get()
    try certificates.make("one")
    try certificates.openssl("ec -in one.key -out locked.key -aes128 -passout pass:secret")
    let redis = try RunningRedis(certificates: certificates)
    defer { redis.end() }
    let (one, key) = (certificates.path("one.pem"), certificates.path("one.key"))
    let (wrongKey, locked) = (certificates.path("server.key"), certificates.path("locked.key"))
    for (authorities, certificate, key, message) in [
        ("/nowhere", one, key, "cannot read /nowhere; --redis-ca takes certificates in PEM"),
        (key, one, key, "cannot read \(key); --redis-ca takes certificates in PEM"),
        (
            certificates.authority, "/nowhere", key,
            "cannot read /nowhere; --redis-cert takes a certificate in PEM"
        ),
        (
            certificates.authority, one, "/nowhere",
            "cannot read /nowhere; --redis-key takes a key in PEM without a passphrase"
        ),
        (
            certificates.authority, one, locked,
            "cannot read \(locked); --redis-key takes a key in PEM without a passphrase"
        ),
        (
            certificates.authority, one, wrongKey,
            "the key in \(wrongKey) does not belong to the certificate in \(one)"
        ),
    ] {
        let client = RedisTLS.Client(certificate: certificate, key: key)
        let address = RedisAddress(redis, authorities: authorities, client: client)
        #expect(try redisProblem(address) == message)
    }
}

@Test(.needsRedis)
func `a wrong user or password is reported with a remedy`() throws {
    let redis = try RunningRedis(["requirepass right", "user calc on >right ~* &* +@all"])
    let open = try RunningRedis()
    defer {
        redis.end()
        open.end()
    }
    for (user, remedy) in [
        ("", "give the password with --redis-password-file"),
        (":wrong@", "check the user in --data and the password"),
        ("calc:wrong@", "check the user in --data and the password"),
        ("nobody:right@", "check the user in --data and the password"),
    ] {
        let message = try redisProblem(RedisAddress("redis://\(user)127.0.0.1:\(redis.port)"))
        #expect(message?.hasSuffix("; \(remedy)") == true, "\(message ?? "none")")
        #expect(message?.hasPrefix(user.isEmpty ? "NOAUTH " : "WRONGPASS ") == true)
    }
    #expect(try redisProblem(RedisAddress("redis://:right@127.0.0.1:\(redis.port)")) == nil)
    #expect(try redisProblem(RedisAddress("redis://calc:right@127.0.0.1:\(redis.port)")) == nil)
    let message = try redisProblem(RedisAddress("redis://:right@127.0.0.1:\(open.port)"))
    #expect(message?.hasSuffix("name the user in --data, or give no password") == true)
}
