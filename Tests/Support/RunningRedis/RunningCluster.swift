import Foundation
import RunningPrograms

/// A Redis cluster whose primaries have equal ranges of slots.
public final class RunningCluster: Sendable {
    /// At first the primaries, followed by a replica of each one.
    public let servers: [RunningRedis]

    public static let slotCount = 16_384

    /// - Parameters:
    ///   - settings: Of the servers.
    ///   - certificates: For TLS at other ports.
    public init(
        primaries count: Int = 3, hasReplicas: Bool = true, _ settings: [String] = [],
        certificates: Certificates? = nil
    ) throws {
        let settings =
            settings + [
                "cluster-node-timeout 2000", "cluster-require-full-coverage no",
                "repl-diskless-sync-delay 0",
            ]
        servers = try (0..<(hasReplicas ? 2 * count : count)).map { _ in
            try RunningRedis(settings, certificates: certificates, isClustered: true)
        }
        for (index, server) in servers.enumerated() {
            _ = server.ask("CLUSTER SET-CONFIG-EPOCH \(index + 1)")
            guard index > 0 else { continue }
            let first = servers[0]
            let port = certificates == nil ? first.port : first.tlsPort
            _ = server.ask("CLUSTER MEET 127.0.0.1 \(port) \(first.clusterPort)")
        }
        for (index, primary) in servers.prefix(count).enumerated() {
            let (first, end) = (
                Self.slotCount * index / count, Self.slotCount * (index + 1) / count
            )
            _ = primary.ask("CLUSTER ADDSLOTSRANGE \(first) \(end - 1)")
        }
        try wait(for: "all servers") { $0.nodes.count == self.servers.count }
        for (primary, replica) in zip(servers, servers.dropFirst(count)) {
            _ = replica.ask("CLUSTER REPLICATE \(primary.clusterID)")
        }
        try waitUntilComplete()
    }

    /// All servers, as an address of Redis.
    public var address: String {
        "redis://" + servers.map { "127.0.0.1:\($0.port)" }.joined(separator: ",")
    }

    /// Starts a server again that was killed, and gives each primary a replica. If slots have moved in the meantime, the
    /// server may follow another primary than its own replica.
    public func restart(_ server: RunningRedis) throws {
        try server.start()
        try waitUntilComplete()
        let nodes = servers[0].nodes
        var spare = nodes.filter { node in
            !node.isPrimary && nodes.contains { $0.primary == node.primary && $0.id < node.id }
        }
        for node in nodes where !node.slots.isEmpty {
            guard !nodes.contains(where: { $0.primary == node.id }) else { continue }
            guard let replica = spare.popLast() else { break }
            let server = servers.first { $0.port == replica.port }
            _ = server?.ask("CLUSTER REPLICATE \(node.id)")
        }
        try waitUntilComplete()
    }

    /// Waits until all servers agree about the primaries, and all replicas follow one.
    public func waitUntilComplete() throws {
        try wait(for: "a complete cluster") { server in
            let slots = server.nodes.filter(\.isPrimary).flatMap(\.slots)
            return server.text("CLUSTER INFO")?.contains("cluster_state:ok") == true
                && slots.reduce(0) { $0 + $1.count } == Self.slotCount
                && server.nodes.allSatisfy(\.isHealthy) && self.isInSync(server)
                && Set(server.nodes.map(\.summary)) == Set(self.servers[0].nodes.map(\.summary))
        }
    }

    private func isInSync(_ server: RunningRedis) -> Bool {
        let status = server.text("INFO replication") ?? ""
        return status.contains("role:master") || status.contains("master_link_status:up")
    }

    private func wait(for what: String, _ condition: (RunningRedis) -> Bool) throws {
        let end = Date() + 60
        while !servers.allSatisfy(condition) {
            guard Date() < end else {
                throw RunningRedis.Unavailable(reason: "there is not \(what): \(status)")
            }
            usleep(20_000)
        }
    }

    /// The primary of a slot, as the first server that answers sees it; nil while it has none.
    public func primary(ofSlot slot: Int) -> RunningRedis? {
        primaries(of: { $0.contains(slot) }).first
    }

    /// The primaries that have slots. The first one has the most.
    public var primaries: [RunningRedis] { primaries(of: { !$0.isEmpty }) }

    private func primaries(of hasSlots: (ClosedRange<Int>) -> Bool) -> [RunningRedis] {
        let nodes = servers.lazy.map(\.nodes).first { !$0.isEmpty } ?? []
        return nodes.filter { $0.isPrimary && $0.isHealthy && $0.slots.contains(where: hasSlots) }
            .sorted { $0.slotCount > $1.slotCount }
            .compactMap { node in servers.first { $0.port == node.port } }
    }

    /// The state as each server sees it, for messages.
    public var status: String {
        servers.map { server in
            let nodes = server.text("CLUSTER NODES") ?? "it does not answer"
            return "\(server.port): \(nodes)"
        }.joined(separator: "\n")
    }

    /// Moves the first slots of a primary to another one, as an operator does.
    public func move(_ count: Int, from source: RunningRedis, to target: RunningRedis) throws {
        try run(
            "--cluster reshard 127.0.0.1:\(source.port) --cluster-from \(source.clusterID) "
                + "--cluster-to \(target.clusterID) --cluster-slots \(count) --cluster-yes")
    }

    /// Moves one slot.
    public func move(slot: Int, from source: RunningRedis, to target: RunningRedis) throws {
        _ = target.ask("CLUSTER SETSLOT \(slot) IMPORTING \(source.clusterID)")
        _ = source.ask("CLUSTER SETSLOT \(slot) MIGRATING \(target.clusterID)")
        while true {
            let keys = try run("-p \(source.port) CLUSTER GETKEYSINSLOT \(slot) 10")
                .split(separator: "\n")
            guard !keys.isEmpty else { break }
            try run(
                "-p \(source.port) MIGRATE 127.0.0.1 \(target.port) \"\" 0 5000 KEYS "
                    + keys.joined(separator: " "))
        }
        for server in [target, source] {
            _ = server.ask("CLUSTER SETSLOT \(slot) NODE \(target.clusterID)")
        }
    }

    @discardableResult private func run(_ words: String) throws -> String {
        guard let program = RunningRedis.path(of: "redis-cli") else {
            throw RunningRedis.Unavailable(reason: "redis-cli is not installed")
        }
        let words = words.split(separator: " ").map { $0 == "\"\"" ? "" : String($0) }
        let result = try Child.run([program] + words)
        guard result.status == 0, !result.output.contains("ERR") else {
            throw RunningRedis.Unavailable(reason: String(result.output.suffix(2_000)))
        }
        return result.output
    }

    public func end() {
        for server in servers { server.end() }
    }
}

/// A line of `CLUSTER NODES`.
private struct ClusterNode {
    let id: String
    let port: Int
    let isPrimary: Bool
    /// The primary of a replica; `-` for a primary.
    let primary: String
    let isHealthy: Bool
    let slots: [ClosedRange<Int>]

    init?(_ line: Substring) {
        let words = line.split(separator: " ").map(String.init)
        guard words.count >= 8,
            let port = words[1].split(separator: "@").first?.split(separator: ":").last,
            let port = Int(port)
        else { return nil }
        id = words[0]
        self.port = port
        let flags = words[2].split(separator: ",")
        isPrimary = flags.contains("master")
        primary = words[3]
        isHealthy =
            !flags.contains { $0.hasPrefix("fail") || $0 == "handshake" || $0 == "noaddr" }
        slots = words.dropFirst(8).compactMap { word in
            let bounds = word.split(separator: "-").compactMap { Int($0) }
            guard let first = bounds.first, let last = bounds.last else { return nil }
            return first...last
        }
    }

    var slotCount: Int { slots.reduce(0) { $0 + $1.count } }

    /// The part that all servers should agree about.
    var summary: String { "\(id) \(primary) \(slots)" }
}

extension RunningRedis {
    fileprivate var nodes: [ClusterNode] {
        (text("CLUSTER NODES") ?? "").split(whereSeparator: \.isNewline)
            .compactMap { ClusterNode($0) }
    }

    fileprivate var clusterID: String {
        (text("CLUSTER MYID") ?? "").split(whereSeparator: \.isNewline).last.map(String.init) ?? ""
    }
}
