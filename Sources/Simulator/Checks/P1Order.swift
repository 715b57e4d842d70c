import SharedRoom

/// P1: all clients of a room apply the same events in the same order.
extension Checks {
    /// Checks that an edge receives every event of an open room once and in order.
    func checkOrder(_ report: LogReport, to edge: UInt32) {
        switch report {
        case .opened(let name, let opened): told[edge, default: [:]][name] = opened.head
        case .events(let name, let events):
            for event in events {
                if let last = told[edge]?[name], event.sequence != last + 1 {
                    fail(
                        .order, in: name, "edge \(edge) is told of \(event.sequence) after \(last)")
                }
                told[edge]?[name] = event.sequence
                if let entry = current[name]?[event.sequence], entry.event != event {
                    fail(.order, in: name, "edge \(edge) is told of \(event), not \(entry.event)")
                }
            }
        case .forgotten(let name): told[edge]?[name] = nil
        case .notOpened, .refused, .head, .read, .tape, .presence: break
        }
    }

    /// Checks that the events sent to a client equal the stored ones.
    func checkOrder(_ events: [Event], from first: Int64, _ record: RoomRecord) {
        for (offset, event) in events.enumerated() {
            guard let entry = record[first + Int64(offset)], entry.event != event else { continue }
            fail(.order, in: record.name, "\(event) is sent in the place of \(entry.event)")
        }
    }
}
