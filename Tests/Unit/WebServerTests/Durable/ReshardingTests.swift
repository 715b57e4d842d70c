import Foundation
import RoomStore
import RunningPrograms
import RunningRedis
import SharedRoom
import Testing

@testable import WebServer

@Test(
    .enabled(
        if: Effort.isFull && RunningRedis.isInstalled,
        "it measures times of recovery; run it with CALCROOM_FULL=1 and redis-server"))
func `people in a thousand rooms notice a moved slot for less than two seconds`() throws {
    let cluster = try RunningCluster(["appendonly yes"])
    defer { cluster.end() }
    let servers = try (0..<2).map { _ in try ServingProgram(cluster.address) }
    defer { for server in servers { try? server.kill() } }
    let visitors = try (0..<1_000).map { number in
        try Visitor(
            at: servers[number % 2].link("room-\(number)"), seed: UInt64(number),
            pauses: 1_000..<3_000, dropsUnsureKeys: true)
    }
    defer { for visitor in visitors { visitor.setMode(.leave) } }
    try Wait.untilTrue(seconds: 120) { visitors.allSatisfy { $0.seen.confirmedCount > 2 } }
    let start = Date()
    try cluster.move(4_000, from: cluster.servers[0], to: cluster.servers[1])
    let duration = Date().timeIntervalSince(start)
    let moment = MonotonicClock.milliseconds
    try Wait.untilTrue { visitors.allSatisfy { $0.seen.hasTyped(since: moment) } }
    for visitor in visitors { visitor.setMode(.idle) }
    try Wait.untilTrue { visitors.allSatisfy(\.seen.hasAllConfirmed) }
    let seen = visitors.map(\.seen)
    let moved = seen.filter { $0.epochs.count > 1 }
    // The slots have 7 or 8 of the 32 partitions.
    #expect((100...400).contains(moved.count), "\(moved.count)")
    let longest = seen.map(\.longestDisruption).max() ?? 0
    let unsure = seen.map(\.unsureCount).reduce(0, +)
    print(
        "4000 slots with \(moved.count) rooms moved in \(duration) s; the longest absence was",
        "\(longest) ms; \(unsure) keys were unsure")
    #expect(longest <= 2_000)
    for (number, visitor) in visitors.enumerated() {
        let stored = ReplayedLog(try servers[0].events(of: "room-\(number)"))
        let faults = visitor.seen.faults(against: stored, lossesMax: visitor.seen.unsureCount)
        #expect(visitor.seen.failure == nil && faults == [], "\(visitor.room.text)")
    }
}
