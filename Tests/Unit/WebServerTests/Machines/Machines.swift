import RunningRedis
import SharedRoom
import Testing

@testable import WebServer

/// Two servers with two loops each, which share a Redis, behind haproxy. All are separate processes.
final class Machines {
    let redis: RunningRedis
    /// The proxy between the first server and Redis.
    let wire: StallingProxy
    let balancer: RunningBalancer
    private(set) var servers: [ServingProgram]
    private let ports: [ReservedPort]

    static let names = ["a", "b"]

    /// The program that is missing on this machine; nil if there is none.
    private static var obstacle: Comment? {
        if !RunningRedis.isInstalled {
            return "redis-server is not installed (Debian: redis-tools)"
        }
        if !Tool.haproxy.isInstalled { return "haproxy is not installed (Debian: haproxy)" }
        return nil
    }

    static let isPossible = ConditionTrait.enabled(if: obstacle == nil, obstacle ?? "")

    init(_ certificates: TestCertificates? = nil) throws {
        let redis = try RunningRedis(["appendonly yes", "appendfsync always"])
        let wire = StallingProxy(to: UInt16(redis.port))
        ports = [try ReservedPort(), try ReservedPort()]
        servers = try zip(ports, [wire.port, UInt16(redis.port)]).map {
            try Self.serve(at: $0.number, redis: $1)
        }
        (self.redis, self.wire) = (redis, wire)
        for server in servers { try server.waitUntilServing() }
        balancer = try RunningBalancer(before: ports.map(\.number), certificates)
    }

    private static func serve(at port: UInt16, redis: UInt16) throws -> ServingProgram {
        try ServingProgram(
            "redis://127.0.0.1:\(redis)", port: port, ["--loops", "2", "--trust-proxy"])
    }

    func end() {
        for server in servers { try? server.kill() }
        wire.end()
        redis.end()
    }

    /// Restarts a server that has ended, and waits until haproxy sends clients there.
    func start(_ index: Int) throws {
        let redis = index == 0 ? wire.port : UInt16(redis.port)
        servers[index] = try Self.serve(at: ports[index].number, redis: redis)
        try servers[index].waitUntilServing()
        try waitUntilUp(index)
    }

    func waitUntilUp(_ index: Int) throws {
        try Wait.untilTrue(seconds: 20) { self.balancer.isUp(Self.names[index]) }
    }

    /// A metric of a server.
    func metric(_ sample: String, of index: Int) throws -> Int {
        try Int(Scrape(port: ports[index].number)[sample])
    }

    func address(of room: String) -> String {
        "http://127.0.0.1:\(balancer.port)/rooms/\(room)"
    }

    /// The event log of a room, from each server.
    func logs(of room: String) throws -> [[Event]] {
        try servers.map { try $0.events(of: room) }
    }
}
