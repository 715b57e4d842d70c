import CalculatorEngine
import SharedRoom

/// P9: the event log, from the oldest snapshot on, reproduces every display that was shown.
extension PromiseChecker {
    /// Records the display after an event, for comparison with a replay. Checks that all clients show the
    /// same one.
    func checkDisplay(_ room: Room, _ record: RoomRecord) {
        guard let entry = record[room.sequence] else { return }
        let display = room.calculator.display
        guard let shown = entry.display else {
            return record.recordDisplay(display, at: room.sequence)
        }
        if shown != display {
            fail(
                .replay, in: record.name, "two clients show different displays after \(entry.event)"
            )
        }
    }

    /// Checks that a view equals the one that an engine computes.
    func checkView(_ view: RoomView, at sequence: Int64, _ record: RoomRecord) {
        world.counts.add(.viewsWithoutEngine)
        guard let expected = record[sequence]?.view, expected != view else { return }
        fail(.replay, in: record.name, "the view of event \(sequence) is wrong")
    }
}

extension RoomRecord {
    /// Replays a snapshot with its events. Returns a failure if the result differs from the record.
    func failure(replaying snapshot: [UInt8]?, _ events: [Event]) -> Failure? {
        guard var copy = snapshot.map({ try? Room(decoding: $0) }) ?? Room() else {
            return failure(.replay, "a snapshot is not a room")
        }
        for event in events {
            _ = copy.apply(event)
            guard let entry = self[copy.sequence] else { continue }
            if entry.event != event {
                return failure(.order, "\(event) replaces \(entry.event)")
            }
            if let shown = entry.display, shown != copy.calculator.display {
                return failure(
                    .replay, "the replay shows a different display after event \(copy.sequence)")
            }
        }
        guard let entry = self[copy.sequence], entry.hash != copy.hash else { return nil }
        return failure(.replay, "the replay has a different hash after event \(copy.sequence)")
    }
}
