import CalculatorEngine
import Foundation
import RoomClient
import SeededNumbers
import SharedRoom
import WebServer

@testable import RoomStore

/// A person who types in a room, on a thread of their own, whatever becomes of the server.
final class Visitor: Sendable {
    enum Wish {
        case type
        /// To see everything confirmed.
        case wait
        case leave
    }

    /// Milliseconds between two keys, if nobody says otherwise.
    static let hasty = 1..<21

    let room: RoomName
    private let sight = Guarded(Sight())
    private let wish = Guarded(Wish.type)

    init(at address: String, seed: UInt64, pauses: Range<Int> = Visitor.hasty) throws {
        guard let link = RoomLink(address) else { throw TestFailure.noConnection }
        room = link.room
        let (sight, wish) = (sight, wish)
        Thread.detachNewThread {
            do throws(RoomVisit.End) {
                try Self.type(at: link, seed, pauses, sight, wish)
            } catch {
                sight.withLock { $0.failure = "\(error)" }
            }
            sight.withLock { $0.hasLeft = true }
        }
    }

    var seen: Sight { sight.withLock { $0 } }

    func want(_ wish: Wish) { self.wish.withLock { $0 = wish } }

    private static let keys = "0 1 2 3 4 5 6 7 8 9 + - * = C".split(separator: " ").compactMap {
        Key(named: $0.utf8)
    }

    private static func type(
        at link: RoomLink, _ seed: UInt64, _ pauses: Range<Int>, _ sight: Guarded<Sight>,
        _ wish: Guarded<Wish>
    ) throws(RoomVisit.End) {
        var random = SplitMix(seed: seed)
        var join = Join(secret: .random())
        join.make = Join.MakeOptions(keypad: .standard)
        let visit = try RoomVisit(link, join)
        var due = RoomVisit.now
        while true {
            let (wish, now) = (wish.withLock { $0 }, RoomVisit.now)
            if wish == .leave { return }
            if now >= due {
                due = now + Int64(pauses.lowerBound + random.next(below: pauses.count))
                if wish == .type, visit.replica.you != nil, visit.replica.pendingCount < 20 {
                    let key = random.element(of: keys)
                    sight.withLock { $0.press(key, at: now) }
                    visit.press(key)
                }
            }
            try visit.turn(until: due)
            sight.withLock { $0.look(at: visit.replica, RoomVisit.now) }
            visit.consumeChanges()
        }
    }
}
