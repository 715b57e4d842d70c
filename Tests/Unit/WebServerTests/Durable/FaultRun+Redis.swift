import Foundation
import RunningRedis
import Testing

@testable import RedisStore
@testable import RoomStore
@testable import WebServer

/// Faults of a Redis, of one that sentinels watch, or of a cluster.
extension FaultRun {
    func killRedis() throws {
        redisCount += 1
        redis?.kill()
        try pass(Double(random.next(below: 1_000)) / 1_000)
        try redis?.start()
    }

    /// Kills the primary, and waits until everybody types again. The one before returns as a replica.
    func killPrimary() throws {
        redisCount += 1
        if let killed {
            try killed.start()
            try watched?.waitUntilComplete()
        }
        killed = watched?.primary
        try waitForEpochs(of: rooms) { killed?.kill() }
    }

    /// Waits until the people in some rooms have new epochs after a change, and everybody types again.
    private func waitForEpochs(of rooms: [String], _ change: () throws -> Void) throws {
        let moment = MonotonicClock.milliseconds
        let inRooms = visitors.filter { rooms.contains($0.room.text) }
        let epochs = inRooms.map(\.seen.epochs)
        try change()
        do {
            try Wait.untilTrue(seconds: 30) {
                zip(inRooms, epochs).allSatisfy { $0.seen.epochs != $1 }
            }
        } catch {
            print(rooms, cluster?.status ?? "", failures)
            throw error
        }
        let end = MonotonicClock.milliseconds
        try waitForAll(since: end)
        let longest = visitors.flatMap(\.seen.disruptions).filter { $0.beginning >= moment }
            .map { ($0.end ?? end) - $0.beginning }.max()
        print("\(fault): \(rooms) were away for at most \(longest ?? 0) ms")
    }

    /// Waits until everybody has typed.
    func waitForAll(since moment: Int64) throws {
        let visitors = visitors
        try Wait.untilTrue(seconds: 30) { visitors.allSatisfy { $0.seen.hasTyped(since: moment) } }
    }

    /// Kills the primary, and lets it return as a replica of the next one.
    func replacePrimary() throws {
        guard let watched, let primary = watched.primary else { return }
        redisCount += 1
        primary.kill()
        try Wait.untilTrue(seconds: 30) { watched.primary.map { $0 !== primary } ?? false }
        try primary.start()
        try watched.waitUntilComplete()
    }

    func killReplica() throws {
        guard let watched, let primary = watched.primary else { return }
        let replica = random.element(of: watched.servers.filter { $0 !== primary })
        replica.kill()
        try pass(Double(random.next(below: 1_000)) / 1_000)
        try replica.start()
        try watched.waitUntilComplete()
    }

    /// Cuts the primary or a replica off for some seconds, like a network failure. A primary that sentinels have
    /// replaced continues as such until they reach it.
    func suspendRedis() throws {
        guard let watched else { return }
        try suspend(random.element(of: watched.servers))
        try watched.waitUntilComplete()
    }

    private func suspend(_ server: RunningRedis) throws {
        server.setRunning(false)
        defer { server.setRunning(true) }
        try pass(Double(random.next(below: 4_000)) / 1_000)
    }

    private func primary(of room: String) throws -> RunningRedis {
        let name = try #require(RoomAddress.name(room))
        return try Wait.until {
            self.cluster?.primary(ofSlot: ClusterPartition.of(name).slot)
        }
    }

    /// Kills a primary of the cluster, whose replica takes over. The one before returns as a replica.
    func killPrimaryOfCluster() throws {
        redisCount += 1
        if let killed { try cluster?.restart(killed) }
        let victim = try primary(of: random.element(of: rooms))
        killed = victim
        let lost = try rooms.filter { try primary(of: $0) === victim }
        for room in lost { losses[room, default: 0] += 1 }
        try waitForEpochs(of: lost) { victim.kill() }
    }

    /// Moves the slot of a room to another primary, and with `Scripts/lab kill` some thousands more.
    func moveSlots() throws {
        guard let cluster else { return }
        let room = random.element(of: rooms)
        let slot = ClusterPartition.of(try #require(RoomAddress.name(room))).slot
        let source = try primary(of: room)
        let target = random.element(of: cluster.primaries.filter { $0 !== source })
        let moved = try rooms.filter {
            ClusterPartition.of(try #require(RoomAddress.name($0))).slot == slot
        }
        for room in moved { moves[room, default: 0] += 1 }
        try waitForEpochs(of: moved) { try cluster.move(slot: slot, from: source, to: target) }
        guard KillSettings.rounds != nil else { return }
        // With a primary less, there might be no majority for the next failover.
        let primaries = cluster.primaries
        try cluster.move(4_000, from: primaries[0], to: primaries[primaries.count - 1])
    }
}
