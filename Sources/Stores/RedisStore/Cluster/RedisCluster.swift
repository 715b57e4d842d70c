import RoomStore

/// The servers of a Redis cluster, which know the primary of each slot.
final class RedisCluster: Sendable {
    private let options: RedisOptions
    /// The servers to ask: those of the address, and those of the last answer. The first one has answered last.
    private let known: Guarded<[RedisHost]>

    private init(_ options: RedisOptions, _ first: RedisHost) {
        self.options = options
        known = Guarded([first] + options.address.hosts.filter { $0 != first })
    }

    /// Asks the Redis of the address whether it is part of a cluster. Returns nil if it is not.
    static func find(_ options: RedisOptions) throws(RedisFailure) -> RedisCluster? {
        let address = options.address
        guard address.primary == nil else { return nil }
        var problems: [String] = []
        for host in address.hosts {
            do throws(RedisFailure) {
                let connection = try RedisConnection(
                    address, at: host, timeout: options.limits.timeout)
                let section = try connection.execute(["INFO", "cluster"]).fields
                if section["cluster_enabled"] == "1" { return RedisCluster(options, host) }
                guard address.hosts.count > 1 else { return nil }
                problems.append(
                    "\(host.text) is not part of a cluster; if it is a sentinel, name the primary "
                        + "with --redis-primary")
            } catch {
                problems.append(address.hosts.count > 1 ? error.message(of: host) : error.message)
            }
        }
        throw RedisFailure(message: problems.joined(separator: "; "))
    }

    /// The options of a partition.
    func options(for partition: ClusterPartition) -> RedisOptions {
        var options = options
        options.slot = ClusterSlot(cluster: self, number: partition.slot)
        options.keys = RedisKeys(tag: partition.tag)
        // A slot that is moved is away for a moment.
        options.limits.retry = min(options.limits.retry.lowerBound, Self.pauseMax)...Self.pauseMax
        return options
    }

    private static let pauseMax: Int64 = 250

    /// Runs the body with the primaries that the servers name for a slot, until it succeeds. Servers that lost the
    /// others may name an earlier primary.
    func first<Result>(
        of slot: Int, _ body: (RedisHost) throws(RedisFailure) -> Result
    ) throws(RedisFailure) -> Result {
        var (tried, problems): ([RedisHost], [String]) = ([], [])
        for server in known.withLock({ $0 }) {
            var asked = server
            do throws(RedisFailure) {
                asked = try primary(of: slot, at: server)
                guard !tried.contains(asked) else { continue }
                tried.append(asked)
                let result = try body(asked)
                note(server)
                return result
            } catch {
                problems.append(error.message(of: asked))
            }
        }
        throw RedisFailure(message: problems.joined(separator: "; "), isTemporary: true)
    }

    private func note(_ server: RedisHost) {
        known.withLock { known in
            guard let index = known.firstIndex(of: server) else { return }
            known.swapAt(0, index)
        }
    }

    /// The primary that a server names.
    private func primary(of slot: Int, at server: RedisHost) throws(RedisFailure) -> RedisHost {
        let connection = try RedisConnection(
            options.address, at: server, timeout: options.limits.sentinelTimeout)
        let ranges = try connection.execute(["CLUSTER", "SLOTS"]).list ?? []
        var primary: RedisHost?
        for range in ranges {
            guard let parts = range.list, parts.count > 2, let first = parts[0].integer,
                let last = parts[1].integer
            else { continue }
            let servers = parts[2...].compactMap { RedisHost(listed: $0, by: server) }
            if (first...max(first, last)).contains(Int64(slot)) { primary = servers.first }
            known.withLock { known in
                known += servers.filter { !known.contains($0) }
            }
        }
        guard let primary else { throw RedisFailure(message: "slot \(slot) has no primary") }
        return primary
    }
}

/// A slot of a cluster.
struct ClusterSlot: Sendable {
    let cluster: RedisCluster
    let number: Int
}

extension RedisHost {
    /// - Parameter server: The server that lists the host. It lists itself without a name if it does not know its own.
    fileprivate init?(listed host: RedisReply, by server: RedisHost) {
        guard let parts = host.list, parts.count > 1, let port = parts[1].integer else {
            return nil
        }
        let name = parts[0].text.flatMap { $0.isEmpty || $0 == "?" ? nil : $0 }
        self.init(name: name ?? server.name, port: Int32(clamping: port))
    }
}
