import Glibc

/// The connections that a loop reads itself.
struct HTTPConnections {
    let watcher = SocketWatcher()
    private let patience: [HTTPConnection.Stage: Int64]
    private var connections: [UInt64: HTTPConnection] = [:]
    private var lines: [HTTPConnection.Stage: ConnectionLine] = [:]
    /// The connections without a complete head, by address.
    private var readingCounts: [ClientAddress: Int] = [:]
    private var lastNumber: UInt64 = 0

    init(_ times: SocketTimes) {
        patience = [
            .reading: Int64(times.handshakeSeconds) * 1_000, .writing: times.requestPatience,
            .draining: times.draining, .stalled: times.patience,
        ]
    }

    var count: Int { connections.count }

    var all: [HTTPConnection] { Array(connections.values) }

    subscript(number: UInt64) -> HTTPConnection? { connections[number] }

    mutating func insert(
        _ stream: SocketStream, from origin: ClientAddress, at now: Int64
    ) -> HTTPConnection {
        lastNumber += 1
        let connection = HTTPConnection(lastNumber, stream, from: origin, at: now)
        connections[lastNumber] = connection
        enter(connection)
        return connection
    }

    /// The connection is no longer watched; its stream stays open.
    mutating func remove(_ connection: HTTPConnection) {
        leave(connection)
        connection.stage = .gone
        connections[connection.number] = nil
        watcher.forget(connection.stream.descriptor)
    }

    mutating func move(_ connection: HTTPConnection, to stage: HTTPConnection.Stage, at now: Int64)
    {
        leave(connection)
        connection.stage = stage
        connection.since = now
        enter(connection)
    }

    mutating func move(_ connection: HTTPConnection, to origin: ClientAddress) {
        leave(connection)
        connection.origin = origin
        enter(connection)
    }

    var readingCount: Int { lines[.reading]?.count ?? 0 }

    func readingCount(from origin: ClientAddress) -> Int { readingCounts[origin] ?? 0 }

    /// The connection that has waited longest without a complete head.
    func oldestReading(from origin: ClientAddress? = nil) -> HTTPConnection? {
        origin.map { lines[.reading]?.oldest(from: $0) } ?? lines[.reading]?.oldest
    }

    /// When the next connection has waited for too long.
    var nextDeadline: Int64 {
        lines.compactMap { stage, line in
            patience[stage].flatMap { patience in line.oldest.map { $0.since + patience } }
        }.min() ?? .max
    }

    func overdue(at now: Int64) -> HTTPConnection? {
        for (stage, line) in lines {
            guard let patience = patience[stage], let oldest = line.oldest else { continue }
            if oldest.since + patience <= now { return oldest }
        }
        return nil
    }

    private mutating func enter(_ connection: HTTPConnection) {
        lines[connection.stage, default: ConnectionLine()].append(connection)
        if connection.stage == .reading { readingCounts[connection.origin, default: 0] += 1 }
    }

    private mutating func leave(_ connection: HTTPConnection) {
        lines[connection.stage]?.remove(connection)
        guard connection.stage == .reading, let count = readingCounts[connection.origin] else {
            return
        }
        readingCounts[connection.origin] = count > 1 ? count - 1 : nil
    }
}
