/// A connection to the primary, which is found again for each connection.
struct RedisPrimary {
    let host: RedisHost
    let connection: RedisConnection
    /// The section `replication` of INFO.
    let replication: [Substring: Substring]

    /// Connects to the Redis of the address, or to the primary that the sentinels or the servers of a cluster name.
    init(_ options: RedisOptions) throws(RedisFailure) {
        if let slot = options.slot {
            self = try slot.cluster.first(of: slot.number) { (host) throws(RedisFailure) in
                let primary = try RedisPrimary(options, at: host)
                // A server that lost the others, or the slot, refuses it.
                try primary.connection.execute(["HGET", options.keys.store, "epoch"])
                return primary
            }
            return
        }
        guard let sentinels = RedisSentinels(options) else {
            try self.init(options, at: options.address.hosts[0])
            return
        }
        let host = try sentinels.primary().host
        do throws(RedisFailure) {
            try self.init(options, at: host)
        } catch {
            throw RedisFailure(
                message: "the sentinels name \(host.text), which cannot be used: \(error.message)")
        }
    }

    private init(_ options: RedisOptions, at host: RedisHost) throws(RedisFailure) {
        self.host = host
        connection = try RedisConnection(
            options.address, at: host, timeout: options.limits.timeout)
        replication = try connection.execute(Self.question).fields
        try Self.check(replication)
    }

    static let question: [RedisWord] = ["INFO", "replication"]

    /// Fails unless the reply to the question is that of a primary.
    static func check(_ replication: [Substring: Substring]) throws(RedisFailure) {
        switch replication["role"] {
        case "master": break
        case nil:
            throw RedisFailure(
                message: "it is not a primary; if it is a sentinel, name the primary with "
                    + "--redis-primary")
        default: throw RedisFailure(message: "it is a replica, not the primary")
        }
    }
}
