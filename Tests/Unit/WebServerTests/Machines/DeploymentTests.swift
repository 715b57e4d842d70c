import Foundation
import RoomStore
import RunningPrograms
import RunningRedis
import Testing

@testable import WebServer

/// The programs of docs/deploy for several machines, with its configuration files, on free ports of this machine.
private final class Deployment {
    let redis: [RunningRedis]
    let sentinels: [RunningRedis]
    let servers: [RunningProgram]
    let balancer: RunningBalancer
    private let ports: [ReservedPort]

    /// - Parameter waits: True if keys wait for the replica.
    init(waits: Bool) throws {
        let first = try Self.redis(replica: "")
        let primary = "127.0.0.1 \(first.port)"
        redis = [first, try Self.redis(replica: "replicaof \(primary)\n")]
        redis[1].wait(for: "master_link_status:up", in: "replication")
        let watch = try OperationsDocument.deployed(
            "sentinel.conf",
            ["bind 10.0.0.3\n": "", "port 26379\n": "", "10.0.0.3 6379": primary])
        let sentinels = try (0..<3).map { _ in
            try RunningRedis(watch.components(separatedBy: "\n"), isSentinel: true)
        }
        self.sentinels = sentinels
        ports = [try ReservedPort(), try ReservedPort()]
        let page = try TestPage.folder()
        servers = try ports.map { port in
            let hosts = sentinels.map { "127.0.0.1:\($0.port)" }.joined(separator: ",")
            let settings = try OperationsDocument.deployed(
                "calcroom.conf",
                [
                    "HOST=10.0.0.1": "HOST=127.0.0.1", "10.0.0.3,10.0.0.4,10.0.0.5": hosts,
                    "# CALCROOM_REDIS_REPLICAS=1": waits ? "CALCROOM_REDIS_REPLICAS=1" : "#",
                ])
            var variables = ["CALCROOM_PORT": "\(port.number)", "CALCROOM_STATIC": page]
            for line in settings.split(separator: "\n") where !line.hasPrefix("#") {
                let parts = line.split(separator: "=", maxSplits: 1)
                variables[String(parts[0])] = String(parts[1])
            }
            return try RunningProgram(["serve"], environment: variables)
        }
        for server in servers { try server.waitUntilServing() }
        balancer = try RunningBalancer(before: ports.map(\.number))
    }

    private static func redis(replica: String) throws -> RunningRedis {
        let settings = try OperationsDocument.deployed(
            "redis.conf",
            [
                "bind 10.0.0.3\n": "", "port 6379\n": "", "# replicaof 10.0.0.3 6379\n": replica,
            ])
        return try RunningRedis(settings.components(separatedBy: "\n"))
    }

    /// Waits until each sentinel knows the replica and both other sentinels.
    func waitUntilWatched() throws {
        try Wait.untilTrue {
            sentinels.allSatisfy {
                $0.text("INFO sentinel")?.contains("slaves=1,sentinels=3") == true
            }
        }
    }

    func end() {
        for server in servers { try? server.kill() }
        for program in redis + sentinels { program.end() }
    }
}

@Test(Machines.isPossible, arguments: Effort.isFull ? [false, true] : [false])
func `with the documented settings, a room continues after the end of the primary`(
    waits: Bool
) throws {
    let deployment = try Deployment(waits: waits)
    defer { deployment.end() }
    try deployment.waitUntilWatched()
    let address = "http://127.0.0.1:\(deployment.balancer.port)/rooms/hall"
    let visitors = try (0..<4).map {
        try Visitor(
            at: address, seed: UInt64($0), pauses: 100..<200, dropsUnsureKeys: true)
    }
    defer { for visitor in visitors { visitor.setMode(.leave) } }
    func wait(_ condition: (VisitorRecord) -> Bool) throws {
        try Wait.untilTrue { visitors.allSatisfy { condition($0.seen) } }
    }
    try wait { $0.confirmedCount > 2 }
    let moment = MonotonicClock.milliseconds
    deployment.redis[0].kill()
    if waits {
        // Until it is the replica of the other one, no key is confirmed.
        deployment.redis[1].wait(for: "role:master", in: "replication")
        try deployment.redis[0].start()
    }
    try wait { $0.epochs.count > 1 && $0.hasTyped(since: moment) }
    for visitor in visitors { visitor.setMode(.idle) }
    try wait(\.hasAllConfirmed)
    try Wait.untilTrue { Set(visitors.map(\.seen.hash)).count == 1 }
    #expect(visitors.compactMap(\.seen.failure) == [])
}
