import Foundation
import SharedRoom
import WebServer

/// Classes that type two keys a second each, through one address, whatever becomes of the servers.
final class Crowd {
    let rooms: [String]
    private let visitors: [Visitor]
    private let address: (String) -> String

    /// Rooms small enough that Redis keeps all that happens in them.
    static let peopleInRoom = 10

    init(_ count: Int, at address: @escaping (String) -> String) throws {
        self.address = address
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

    struct NotSo: Error {
        let what: String
        let count: Int
        let first: String
    }

    /// Waits until something is so of all of them, or of so many.
    func wait(_ what: String, of count: Int? = nil, _ isSo: (VisitorRecord) -> Bool) throws {
        let count = count ?? visitors.count
        do {
            _ = try Wait.until(seconds: 30) {
                let seen = self.seen
                if let failure = seen.compactMap(\.failure).first {
                    throw NotSo(what: what, count: 0, first: failure)
                }
                return seen.count(where: isSo) >= count ? true : nil
            }
        } catch TestFailure.tookTooLong {
            let others = seen.filter { !isSo($0) }
            throw NotSo(
                what: what, count: others.count, first: others.first.map { "\($0)" } ?? "")
        }
    }

    /// Waits until what went wrong at some time, for so many of them, is well again.
    func recover(from count: Int, since beginning: Int64, mended: Int64) throws -> Recovery {
        try wait("it goes wrong", of: count) { $0.wasDisrupted(since: beginning) }
        try wait("all is well again") { $0.recoveryTime(after: mended) != nil }
        let seen = seen
        func delays(_ sights: [VisitorRecord]) -> [Int64] {
            sights.map { max(0, ($0.recoveryTime(after: mended) ?? .max) - mended) }.sorted()
        }
        let troubled = delays(seen.filter { $0.wasDisrupted(since: beginning) })
        return Recovery(
            count: troubled.count, half: troubled[troubled.count / 2],
            longest: delays(seen).last ?? .max)
    }

    /// How long it took, in milliseconds from when it was mended.
    struct Recovery: CustomStringConvertible {
        /// Those who were told of trouble, and how long half of them took.
        let count: Int
        let half: Int64
        /// Of all, until what they had typed was confirmed.
        let longest: Int64

        var description: String {
            "\(count) noticed it; half were back after \(half) ms, all after \(longest) ms"
        }
    }

    /// Lets everybody type a little more, and then have all of it confirmed.
    func finish() throws {
        let before = RoomVisit.now
        try wait("everybody types again") { $0.hasTyped(since: before) }
        for visitor in visitors { visitor.setMode(.idle) }
        try wait("all is confirmed") { $0.hasAllConfirmed && $0.isUndisturbed }
        for (_, members) in classes {
            _ = try Wait.until { Set(members.map(\.seen.sequence)).count == 1 ? true : nil }
        }
    }

    private var classes: [(room: String, members: ArraySlice<Visitor>)] {
        rooms.enumerated().map { place, room in
            (room, visitors.dropFirst(place * Self.peopleInRoom).prefix(Self.peopleInRoom))
        }
    }

    /// Compares the logs of all servers with what people saw.
    func audit(_ logs: (String) throws -> [String]) throws -> Audit {
        var audit = Audit()
        for (room, members) in classes {
            let logs = try logs(room)
            let events = try logs[0].split(separator: "\n").map {
                try Event.decode(line: Array($0.utf8))
            }
            let played = ReplayedLog(events)
            var faults = members.flatMap { $0.seen.faults(against: played) }
            if events.map(\.sequence) != Array(1...Int64(max(1, events.count))) {
                faults.append("its numbers have gaps")
            }
            if Set(logs).count != 1 { faults.append("its log is another at each server") }
            if Set(members.flatMap(\.seen.epochs)).count != 1 { faults.append("lost something") }
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

        var description: String { "\(keyCount) keys, \(repeatedCount) of them came twice" }
    }
}
