import SharedRoom

/// How the attached edges are told.
struct Deliveries {
    private var edges: [UInt32: @Sendable (LogReport) -> Void] = [:]
    private var last: UInt32 = 0

    mutating func attach(_ deliver: @escaping @Sendable (LogReport) -> Void) -> UInt32 {
        last += 1
        edges[last] = deliver
        return last
    }

    mutating func detach(_ edge: UInt32) {
        edges[edge] = nil
    }

    mutating func removeAll() {
        edges = [:]
    }

    func isAttached(_ edge: UInt32) -> Bool {
        edges[edge] != nil
    }

    func tell(_ receivers: [UInt32], _ report: LogReport) {
        for edge in receivers { edges[edge]?(report) }
    }
}
