import SharedRoom

/// How the attached edges are told. What they are to be told is gathered until all that happens
/// together has happened: an edge that is told everything at once can write it at once.
struct Deliveries {
    private struct Receiver {
        let edge: UInt32
        let deliver: @Sendable ([LogReport]) -> Void
        var reports: [LogReport] = []
    }

    /// They are few: a loop is an edge.
    private var receivers: [Receiver] = []
    private var last: UInt32

    /// The numbers of the edges come after this one.
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

    mutating func removeAll() {
        receivers = []
    }

    func isAttached(_ edge: UInt32) -> Bool {
        receivers.contains { $0.edge == edge }
    }

    mutating func tell(_ edges: [UInt32], _ report: LogReport) {
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
