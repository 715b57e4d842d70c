import SharedRoom

/// Whether a server of one room has sent an event before it was sure to be kept.
struct TracedOrder {
    /// Events in the write-ahead log: those that were written, and those that were synced since.
    private var written: Set<Int64> = []
    private var synced: Set<Int64> = []
    /// What each sync that is on its way will have covered.
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
            // One of those that overlap, and the one that covers least.
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

    /// The numbers of the events that a message shows, or a row of the log keeps.
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

    /// Every text among the bytes that is a message.
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
