import Glibc

/// The connections that an event loop reads itself, with a timeout for each stage.
struct HTTPConnections {
    let watcher = SocketWatcher()
    /// Watches WebSockets over TLS, so that keys do not wait for requests.
    let relayWatcher = SocketWatcher()
    /// The milliseconds after which a connection in this stage is overdue. Other stages have no timeout.
    private let timeouts: [HTTPConnection.Stage: Int64]
    private var connections: [UInt64: HTTPConnection] = [:]
    private var queues: [HTTPConnection.Stage: ConnectionQueue] = [:]
    /// The number of connections without a complete head, by address.
    private var readingCounts: [ClientAddress: Int] = [:]
    private var lastNumber: UInt64 = 0

    init(_ times: SocketTimes) {
        timeouts = [
            .reading: Int64(times.requestHeadSeconds) * 1_000, .writing: times.progressTimeout,
            .draining: times.lingerTime, .stalled: times.writeTimeout,
        ]
    }

    var count: Int { connections.count }

    var all: [HTTPConnection] { Array(connections.values) }

    subscript(number: UInt64) -> HTTPConnection? { connections[number] }

    mutating func insert(
        _ stream: SocketStream, isRelay: Bool = false, from origin: ClientAddress, at now: Int64
    ) -> HTTPConnection {
        lastNumber += 1
        let connection = HTTPConnection(
            lastNumber, isRelay ? relayWatcher : watcher, stream, from: origin, at: now)
        connections[lastNumber] = connection
        enqueue(connection)
        return connection
    }

    /// Removes a connection without closing its stream.
    mutating func remove(_ connection: HTTPConnection) {
        dequeue(connection)
        connection.stage = .removed
        connections[connection.number] = nil
        connection.watcher.unwatch(connection.stream.descriptor)
    }

    mutating func move(_ connection: HTTPConnection, to stage: HTTPConnection.Stage, at now: Int64)
    {
        dequeue(connection)
        connection.stage = stage
        connection.stageStart = now
        enqueue(connection)
    }

    var readingCount: Int { queues[.reading]?.count ?? 0 }

    func readingCount(from origin: ClientAddress) -> Int { readingCounts[origin] ?? 0 }

    /// The oldest connection without a complete head.
    func oldestReading(from origin: ClientAddress? = nil) -> HTTPConnection? {
        origin.map { queues[.reading]?.oldest(from: $0) } ?? queues[.reading]?.oldest
    }

    /// The connection that an address can best do without: one without a request, or the one whose response has
    /// taken longest.
    func leastUseful(from origin: ClientAddress) -> HTTPConnection? {
        [.reading, .draining, .writing].lazy.compactMap { self.queues[$0]?.oldest(from: origin) }
            .first
    }

    /// The connection whose stage times out first, and that time; nil if none has a timeout.
    var next: (time: Int64, connection: HTTPConnection)? {
        queues.compactMap { stage, queue in
            guard let timeout = timeouts[stage], let oldest = queue.oldest else { return nil }
            return (oldest.stageStart + timeout, oldest)
        }.min { $0.time < $1.time }
    }

    private mutating func enqueue(_ connection: HTTPConnection) {
        queues[connection.stage, default: ConnectionQueue()].append(connection)
        if connection.stage == .reading { readingCounts[connection.origin, default: 0] += 1 }
    }

    private mutating func dequeue(_ connection: HTTPConnection) {
        queues[connection.stage]?.remove(connection)
        guard connection.stage == .reading, let count = readingCounts[connection.origin] else {
            return
        }
        readingCounts[connection.origin] = count > 1 ? count - 1 : nil
    }
}
