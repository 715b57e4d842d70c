import Dispatch

/// The sentinels that watch a primary.
struct RedisSentinels: Sendable {
    private let hosts: [RedisHost]
    private let name: String
    /// TLS, but not the password and the database of Redis.
    private let address: RedisAddress
    private let timeout: Int

    /// Nil if the address is that of Redis itself.
    init?(_ options: RedisOptions) {
        guard let name = options.address.primary else { return nil }
        self.name = name
        hosts = options.address.hosts
        var address = options.address
        (address.user, address.password, address.database) = (nil, nil, 0)
        self.address = address
        timeout = options.limits.sentinelTimeout
    }

    /// The primary that most sentinels name. Waits.
    func primary() throws(RedisFailure) -> RedisHost {
        let answers = answers()
        guard let primary = answers.leader else {
            throw RedisFailure(message: answers.problems.joined(separator: "; "))
        }
        return primary
    }

    /// The primary that more than half of all sentinels name. Waits.
    var agreedPrimary: RedisHost? {
        let answers = answers()
        return answers.leader.flatMap { isMajority(answers.count(of: $0)) ? $0 : nil }
    }

    private func isMajority(_ count: Int) -> Bool { count * 2 > hosts.count }

    private struct Answers {
        var named: [RedisHost] = []
        var problems: [String] = []

        func count(of host: RedisHost) -> Int { named.count { $0 == host } }

        /// The host that is named most often.
        var leader: RedisHost? { named.max { count(of: $0) < count(of: $1) } }
    }

    /// The answers of the sentinels, until more than half agree.
    private func answers() -> Answers {
        var answers = Answers()
        for sentinel in hosts {
            do throws(RedisFailure) {
                let primary = try ask(sentinel)
                answers.named.append(primary)
                if isMajority(answers.count(of: primary)) { break }
            } catch {
                answers.problems.append("the sentinel at \(sentinel.text): \(error.message)")
            }
        }
        return answers
    }

    private func ask(_ sentinel: RedisHost) throws(RedisFailure) -> RedisHost {
        let connection = try RedisConnection(address, at: sentinel, timeout: timeout)
        let reply = try connection.execute(["SENTINEL", "GET-MASTER-ADDR-BY-NAME", "\(name)"])
        guard let parts = reply.list, parts.count == 2, let host = parts[0].text,
            let port = parts[1].integer
        else {
            throw RedisFailure(
                message: "it does not know the primary \(name); check --redis-primary")
        }
        return RedisHost(name: host, port: Int32(clamping: port))
    }
}

/// Finds out on another thread whether the sentinels name another primary than the connected one, which may be cut off
/// from them but not from this node.
final class SentinelWatch: Sendable {
    private struct State {
        var isAsking = false
        var other: RedisHost?
    }

    private let sentinels: RedisSentinels
    private let primary: RedisHost
    private let state = Guarded(State())
    private let queue = DispatchQueue(label: "SentinelWatch")

    /// - Parameter primary: The connected one.
    init(_ sentinels: RedisSentinels, _ primary: RedisHost) {
        self.sentinels = sentinels
        self.primary = primary
    }

    /// The primary that the sentinels named when they were last asked, if it is another one. Asks them again, without
    /// waiting.
    func otherPrimary() -> RedisHost? {
        let (wasAsking, other) = state.withLock { state in
            defer { state.isAsking = true }
            return (state.isAsking, state.other)
        }
        if !wasAsking { queue.async { self.ask() } }
        return other
    }

    private func ask() {
        let agreed = sentinels.agreedPrimary
        state.withLock { $0 = State(other: agreed == primary ? nil : agreed) }
    }
}
