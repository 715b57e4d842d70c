import CalculatorEngine
import Foundation
import RoomClient
import SeededNumbers
import SharedRoom
import WebServer

@testable import RoomStore
@testable import calcroom

/// An automated participant that types random keys, on its own thread. It reconnects after failures.
final class Visitor: Sendable {
    enum Mode {
        case type
        /// Types nothing, and waits until all keys are confirmed.
        case idle
        case leave
    }

    let room: RoomName
    private let record = Guarded(VisitorRecord())
    private let mode = Guarded(Mode.type)

    /// - Parameters:
    ///   - pauses: The range of milliseconds between two keys.
    ///   - dropsUnsureKeys: True if the room may lose keys, so that the visitor gives up those of which nobody
    ///     knows whether they were applied.
    init(
        at address: String, seed: UInt64, pauses: Range<Int> = 1..<21, dropsUnsureKeys: Bool = false
    ) throws {
        guard let link = RoomLink(address) else { throw TestFailure.noConnection }
        room = link.room
        let (record, mode) = (record, mode)
        Thread.detachNewThread {
            do throws(RoomVisit.End) {
                try Self.type(at: link, seed, pauses, dropsUnsureKeys, record, mode)
            } catch {
                record.withLock { $0.failure = "\(error)" }
            }
            record.withLock { $0.hasLeft = true }
        }
    }

    var seen: VisitorRecord { record.withLock { $0 } }

    func setMode(_ mode: Mode) { self.mode.withLock { $0 = mode } }

    private static let keys = "0 1 2 3 4 5 6 7 8 9 + - * = C".split(separator: " ").compactMap {
        Key(named: $0.utf8)
    }

    private static func type(
        at link: RoomLink, _ seed: UInt64, _ pauses: Range<Int>, _ dropsUnsureKeys: Bool,
        _ record: Guarded<VisitorRecord>, _ mode: Guarded<Mode>
    ) throws(RoomVisit.End) {
        var random = SplitMix(seed: seed)
        var join = Join(secret: .random())
        join.make = Join.MakeOptions(keypad: .standard)
        let visit = try RoomVisit(link, join)
        var due = MonotonicClock.milliseconds
        while true {
            let (mode, now) = (mode.withLock { $0 }, MonotonicClock.milliseconds)
            if mode == .leave { return }
            if now >= due {
                due = now + Int64(pauses.lowerBound + random.next(below: pauses.count))
                if mode == .type, visit.replica.you != nil, visit.replica.pendingCount < 20 {
                    let key = random.element(of: keys)
                    record.withLock { $0.press(key, at: now) }
                    visit.press(key)
                }
            }
            try visit.handleEvents(until: due)
            typeWithdrawnKeys(in: visit)
            if dropsUnsureKeys, let offer = visit.replica.view.offer {
                record.withLock { $0.unsureCount += offer.actions.count }
                visit.closeOffer()
            }
            record.withLock { $0.observe(visit.replica, at: MonotonicClock.milliseconds) }
            visit.consumeChanges()
        }
    }

    /// Types the keys again that were never sent because others typed before the visitor was back.
    private static func typeWithdrawnKeys(in visit: RoomVisit) {
        while let offer = visit.replica.view.offer, !offer.isUnsure {
            visit.closeOffer()
            for case .plain(.press(let key)) in offer.actions { visit.press(key) }
        }
    }
}
