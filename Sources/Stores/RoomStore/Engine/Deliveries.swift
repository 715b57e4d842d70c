import SharedRoom

/// The attached edges, and their undelivered reports. An edge receives the reports of a commit in one call, so it can
/// send their events in one frame.
struct Deliveries {
    private struct Receiver {
        let edge: UInt32
        let deliver: @Sendable ([LogReport]) -> Void
        var reports: [LogReport] = []
    }

    /// An array, because there are only as many edges as event loops.
    private var receivers: [Receiver] = []
    private(set) var last: UInt32

    /// - Parameter last: The number before that of the first edge.
    init(after last: UInt32 = 0) {
        self.last = last
    }

    mutating func attach(_ deliver: @escaping @Sendable ([LogReport]) -> Void) -> UInt32 {
        last += 1
        receivers.append(Receiver(edge: last, deliver: deliver))
        return last
    }

    mutating func detach(_ edge: UInt32) {
        receivers.removeAll { $0.edge == edge }
    }

    mutating func add(_ report: LogReport, for edges: [UInt32]) {
        for index in receivers.indices where edges.contains(receivers[index].edge) {
            receivers[index].reports.append(report)
        }
    }

    mutating func deliver() {
        for index in receivers.indices where !receivers[index].reports.isEmpty {
            receivers[index].deliver(receivers[index].reports)
            receivers[index].reports = []
        }
    }
}
