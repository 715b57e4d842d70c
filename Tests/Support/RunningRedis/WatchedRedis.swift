import Foundation

/// A primary, its replicas, and three sentinels that watch them under the name `calcroom`.
public final class WatchedRedis: Sendable {
    /// The first one begins as the primary.
    public let servers: [RunningRedis]
    public let sentinels: [RunningRedis]

    public static let name = "calcroom"

    /// - Parameter settings: Of the servers.
    public init(replicas: Int = 1, _ settings: [String] = []) throws {
        let settings = settings + ["repl-diskless-sync-delay 0"]
        let first = try RunningRedis(settings)
        servers =
            try [first]
            + (0..<replicas).map { _ in
                try RunningRedis(settings + ["replicaof 127.0.0.1 \(first.port)"])
            }
        // Sentinels look for replicas when they begin, and then every ten seconds.
        for server in servers.dropFirst() {
            server.wait(for: "master_link_status:up", in: "replication")
        }
        sentinels = try (0..<3).map { _ in
            try RunningRedis(
                [
                    "sentinel monitor \(Self.name) 127.0.0.1 \(first.port) 2",
                    "sentinel down-after-milliseconds \(Self.name) 500",
                    "sentinel failover-timeout \(Self.name) 3000",
                ], isSentinel: true)
        }
        try waitUntilComplete()
    }

    /// The sentinels, as an address of Redis.
    public var address: String {
        "redis://" + sentinels.map { "127.0.0.1:\($0.port)" }.joined(separator: ",")
    }

    /// The server that the first sentinel names; nil while it has ended or is unknown.
    public var primary: RunningRedis? {
        let status = sentinels[0].text("INFO sentinel") ?? ""
        return servers.first { status.contains("address=127.0.0.1:\($0.port),") }
    }

    /// Waits until each sentinel knows the others, and a primary with all replicas.
    public func waitUntilComplete() throws {
        let end = Date() + 60
        while !sentinels.allSatisfy(isComplete) {
            guard Date() < end else {
                throw RunningRedis.Unavailable(reason: "the sentinels do not agree")
            }
            usleep(20_000)
        }
    }

    /// The replicas follow the primary that the first sentinel names, since sentinels may disagree for a while.
    private func isComplete(_ sentinel: RunningRedis) -> Bool {
        let status = sentinel.text("INFO sentinel") ?? ""
        return servers.contains { server in
            server === primary
                && status.contains(
                    "status=ok,address=127.0.0.1:\(server.port),slaves=\(servers.count - 1),"
                        + "sentinels=\(sentinels.count)")
                && server.text("INFO replication")?.contains("role:master") == true
        }
            && servers.filter { $0.text("INFO replication")?.contains("link_status:up") == true }
                .count == servers.count - 1
    }

    public func end() {
        for program in sentinels + servers { program.end() }
    }
}
