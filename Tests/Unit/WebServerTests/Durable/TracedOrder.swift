import SharedRoom

/// Checks that a server with one room sends no event before the event is synced to disk.
struct TracedOrder {
    /// The events in the write-ahead log that are written, and those of them that are synced.
    private var written: Set<Int64> = []
    private var synced: Set<Int64> = []
    /// The events that each unfinished sync covers.
    private var covered: [Set<Int64>] = []
    private(set) var sentCount = 0
    private(set) var syncCount = 0
    private(set) var faults: [String] = []

    init(_ calls: SystemCalls) {
        for line in calls.lines {
            switch line {
            case .begins(let call): begin(call)
            case .returns(let call): end(call)
            }
        }
    }

    private mutating func begin(_ call: SystemCalls.Call) {
        if call.target.hasSuffix("-wal") {
            if call.isSync { covered.append(written) }
        } else if call.target.hasPrefix("socket") || call.target.isEmpty {
            for message in call.messages { send(message) }
        }
    }

    private mutating func end(_ call: SystemCalls.Call) {
        guard call.target.hasSuffix("-wal") else { return }
        if call.isSync {
            syncCount += 1
            // If syncs overlap, assumes the end of the one that covers least.
            let covered = covered.isEmpty ? [] : covered.removeFirst()
            if call.result == 0 { synced.formUnion(covered) }
        } else {
            for message in call.messages { written.formUnion(Self.events(message)) }
        }
    }

    private mutating func send(_ message: ServerMessage) {
        let missing = Self.events(message).filter { !synced.contains($0) }
        sentCount += Self.events(message).count
        if !missing.isEmpty { faults.append("sent before it was synced: \(missing)") }
    }

    /// The sequence numbers of the events in a message, or in a row of the event log.
    private static func events(_ message: ServerMessage) -> [Int64] {
        switch message {
        case .events(let frame): frame.events.map(\.sequence)
        case .welcome(let welcome): Array(1...max(1, welcome.sequence))
        case .here, .refused, .alive, .bye: []
        }
    }
}

extension SystemCalls.Call {
    fileprivate var isSync: Bool { name == "fdatasync" || name == "fsync" }

    /// The messages in the bytes.
    fileprivate var messages: [ServerMessage] {
        bytes.indices.compactMap { start in
            guard
                bytes[start...].starts(with: #"{"seq":"#.utf8)
                    || bytes[start...].starts(with: #"{"welcome":"#.utf8)
            else { return nil }
            return try? ServerMessage.decode(object(from: start))
        }
    }

    private func object(from start: Int) -> [UInt8] {
        var depth = 0
        for end in bytes.indices[start...] {
            if bytes[end] == UInt8(ascii: "{") { depth += 1 }
            if bytes[end] == UInt8(ascii: "}") { depth -= 1 }
            if depth == 0 { return Array(bytes[start...end]) }
        }
        return []
    }
}
