import Dispatch
import RoomStore

/// The sentinels that watch a primary.
struct RedisSentinels: Sendable {
    private let name: String
    /// Without the password and the database, which are those of Redis.
    private var address: RedisAddress
    private let timeout: Int

    /// Nil if the address is that of Redis itself.
    init?(_ options: RedisOptions) {
        guard let name = options.address.primary else { return nil }
        self.name = name
        timeout = options.limits.sentinelTimeout
        address = options.address
        (address.user, address.password, address.database) = (nil, nil, 0)
    }

    /// The primary that most sentinels name. It is agreed if more than half of all name it. Waits.
    func primary() throws(RedisFailure) -> (host: RedisHost, isAgreed: Bool) {
        var (named, problems): ([RedisHost], [String]) = ([], [])
        func count(of host: RedisHost) -> Int { named.count { $0 == host } }
        for sentinel in address.hosts {
            do throws(RedisFailure) {
                let primary = try ask(sentinel)
                named.append(primary)
                if count(of: primary) * 2 > address.hosts.count { return (primary, isAgreed: true) }
            } catch {
                problems.append("the sentinel at \(error.message(of: sentinel))")
            }
        }
        guard let primary = named.max(by: { count(of: $0) < count(of: $1) }) else {
            throw RedisFailure(message: problems.joined(separator: "; "))
        }
        return (primary, isAgreed: false)
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
        let named = try? sentinels.primary()
        let other = named.flatMap { $0.isAgreed && $0.host != primary ? $0.host : nil }
        state.withLock { $0 = State(other: other) }
    }
}
