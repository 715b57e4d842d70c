import CalculatorEngine
import SharedRoom

/// P9: the event log, from the oldest snapshot on, reproduces every display that was shown.
extension Checks {
    /// Checks that all clients see the same display, and records it for comparison with a replay.
    func checkReplay(_ room: Room, _ record: RoomRecord) {
        guard let entry = record[room.sequence] else { return }
        let display = room.calculator.display
        guard let shown = entry.display else {
            return record.wasShown(display, at: room.sequence)
        }
        if shown != display {
            fail(.replay, in: record.name, "two people see two displays after \(entry.event)")
        }
    }

    /// Checks that a view equals the one that an engine computes.
    func checkReplay(_ view: RoomView, at sequence: Int64, _ record: RoomRecord) {
        world.tally.add(.viewsWithoutEngine)
        guard let expected = record[sequence]?.view, expected != view else { return }
        fail(.replay, in: record.name, "a view of event \(sequence) shows something else")
    }
}

extension RoomRecord {
    /// Replays a snapshot with its events. Returns a failure if the result differs from the record.
    func failure(replaying snapshot: [UInt8]?, _ events: [Event]) -> Failure? {
        guard var copy = snapshot.map({ try? Room(form: $0) }) ?? Room() else {
            return failure(.replay, "a snapshot is no room")
        }
        for event in events {
            _ = copy.apply(event)
            guard let entry = self[copy.sequence] else { continue }
            if entry.event != event {
                return failure(.order, "\(event) stands in the place of \(entry.event)")
            }
            if let shown = entry.display, shown != copy.calculator.display {
                return failure(.replay, "something else was shown after event \(copy.sequence)")
            }
        }
        guard let entry = self[copy.sequence], entry.hash != copy.hash else { return nil }
        return failure(.replay, "event \(copy.sequence) leads elsewhere")
    }
}
