import SharedRoom

/// P1: all clients of a room apply the same events in the same order.
extension PromiseChecker {
    /// Checks that an edge receives every event of an open room once and in order.
    func checkReportOrder(_ report: LogReport, to edge: UInt32) {
        switch report {
        case .opened(let name, _, let opened), .replaced(let name, let opened):
            lastReported[edge, default: [:]][name] = opened.head
        case .events(let name, let events):
            for event in events {
                if let last = lastReported[edge]?[name], event.sequence != last + 1 {
                    fail(
                        .order, in: name,
                        "edge \(edge) receives event \(event.sequence) after event \(last)")
                }
                lastReported[edge]?[name] = event.sequence
                if let entry = current[name]?[event.sequence], entry.event != event {
                    fail(
                        .order, in: name, "edge \(edge) receives \(event) instead of \(entry.event)"
                    )
                }
            }
        case .forgotten(let name), .failed(let name, _): lastReported[edge]?[name] = nil
        case .done, .refused, .head, .presence: break
        }
    }

    /// Checks that the events sent to a client equal the stored ones.
    func checkEventOrder(_ events: [Event], from first: Int64, _ record: RoomRecord) {
        for (offset, event) in events.enumerated() {
            guard let entry = record[first + Int64(offset)], entry.event != event else { continue }
            fail(.order, in: record.name, "\(event) is sent instead of \(entry.event)")
        }
    }
}
