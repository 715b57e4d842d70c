import Foundation
import RoomStore
import SharedRoom
import WebServer

/// Classes whose people type two keys a second each, through the address of the load balancer.
final class Crowd {
    let rooms: [String]
    private let visitors: [Visitor]

    /// Rooms of this size have so few events that the store does not compact them during a test.
    static let peopleInRoom = 10

    init(_ count: Int, at address: (String) -> String) throws {
        rooms = (0..<count / Self.peopleInRoom).map { "class-\($0)" }
        visitors = try (0..<count).map { number in
            try Visitor(
                at: address("class-\(number / Self.peopleInRoom)"), seed: UInt64(number),
                pauses: 250..<750)
        }
        try wait("everybody types") { $0.participant != nil && $0.confirmedCount > 1 }
    }

    deinit { leave() }

    func leave() {
        for visitor in visitors { visitor.setMode(.leave) }
    }

    var seen: [VisitorRecord] { visitors.map(\.seen) }

    struct WaitFailure: Error {
        let goal: String
        let count: Int
        let first: String
    }

    /// Waits until the condition is true for `count` visitors, or for all of them. Returns the records of that moment.
    @discardableResult
    func wait(
        _ goal: String, of count: Int? = nil, _ condition: (VisitorRecord) -> Bool
    ) throws -> [VisitorRecord] {
        let count = count ?? visitors.count
        do {
            return try Wait.until(seconds: 30) {
                let seen = self.seen
                if let failure = seen.compactMap(\.failure).first {
                    throw WaitFailure(goal: goal, count: 0, first: failure)
                }
                return seen.count(where: condition) >= count ? seen : nil
            }
        } catch TestFailure.tookTooLong {
            let others = seen.filter { !condition($0) }
            throw WaitFailure(
                goal: goal, count: others.count, first: others.first.map { "\($0)" } ?? "")
        }
    }

    /// Waits until `count` visitors have noticed a failure and all have recovered.
    func recover(from count: Int, since beginning: Int64, repaired: Int64) throws -> Recovery {
        try wait("visitors notice the failure", of: count) { $0.wasDisrupted(since: beginning) }
        let seen = try wait("all visitors have recovered") {
            $0.recoveryTime(after: repaired) != nil
        }
        func delays(_ records: [VisitorRecord]) -> [Int64] {
            records.map { max(0, ($0.recoveryTime(after: repaired) ?? .max) - repaired) }.sorted()
        }
        let troubled = delays(seen.filter { $0.wasDisrupted(since: beginning) })
        return Recovery(
            count: troubled.count, median: troubled[troubled.count / 2],
            longest: delays(seen).last ?? .max)
    }

    /// The times of recovery, in milliseconds after the failure was repaired.
    struct Recovery: CustomStringConvertible {
        /// The number of visitors that noticed the failure.
        let count: Int
        /// The median of their times.
        let median: Int64
        /// The longest time of all visitors until their actions were confirmed.
        let longest: Int64

        var description: String {
            "\(count) noticed it; half recovered after \(median) ms, all after \(longest) ms"
        }
    }

    /// Waits until all visitors have typed more keys, and then until all keys are confirmed.
    func finish() throws {
        let before = MonotonicClock.milliseconds
        try wait("everybody types again") { $0.hasTyped(since: before) }
        for visitor in visitors { visitor.setMode(.idle) }
        try wait("all is confirmed") { $0.hasAllConfirmed && $0.isUndisturbed }
        for (_, members) in classes {
            try Wait.untilTrue { Set(members.map(\.seen.sequence)).count == 1 }
        }
    }

    private var classes: [(room: String, members: ArraySlice<Visitor>)] {
        rooms.enumerated().map { index, room in
            (room, visitors.dropFirst(index * Self.peopleInRoom).prefix(Self.peopleInRoom))
        }
    }

    /// Compares the event logs of all servers with the records of the visitors.
    func audit(_ logs: (String) throws -> [[Event]]) throws -> Audit {
        var audit = Audit()
        for (room, members) in classes {
            let logs = try logs(room)
            let events = logs[0]
            let played = ReplayedLog(events)
            var faults = members.flatMap { $0.seen.faults(against: played) }
            if events.map(\.sequence) != Array(1...Int64(max(1, events.count))) {
                faults.append("sequence numbers have gaps")
            }
            if logs.contains(where: { $0 != events }) {
                faults.append("event logs of the servers differ")
            }
            if Set(members.flatMap(\.seen.epochs)).count != 1 { faults.append("the epoch changed") }
            audit.faults += faults.map { "\(room): \($0)" }
            audit.keyCount += played.pressed.values.reduce(0) { $0 + $1.count }
            audit.repeatedCount += played.repeatedCount
        }
        return audit
    }

    struct Audit: CustomStringConvertible {
        var faults: [String] = []
        var keyCount = 0
        var repeatedCount = 0

        var description: String { "\(keyCount) keys, \(repeatedCount) of them received twice" }
    }
}
