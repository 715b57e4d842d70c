import Glibc

/// A connection whose socket the event loop reads itself.
///
/// Every connection begins as one. When it becomes a WebSocket, libwebsockets takes over the socket. Over TLS,
/// the loop keeps the socket and relays the decrypted bytes to libwebsockets.
final class HTTPConnection {
    enum Stage {
        /// The server waits for the complete head of a request.
        case reading
        /// Another thread makes the response.
        case answering
        /// Another thread makes the next part of the response.
        case continuing
        /// The response is not completely written.
        case writing
        /// The response is written. The server waits for the client to close the connection, because closing
        /// it earlier could destroy data that the client has not read.
        case draining
        /// The connection is a WebSocket over TLS.
        case relaying
        /// The connection is a WebSocket over TLS whose client does not read.
        case stalled
        /// The connection is not in `HTTPConnections` any more.
        case removed
    }

    /// The number that the watcher reports for the socket.
    let number: UInt64
    let watcher: SocketWatcher
    let stream: SocketStream
    /// The address of the other end: that of the client, or of a proxy.
    let origin: ClientAddress
    /// The client of the current request, for limits and logs. A proxy sends requests of many.
    var client: ClientAddress
    /// True if a page of another server caused the current request.
    var isForeign = false
    var stage = Stage.reading
    /// The time when the stage began.
    var stageStart: Int64
    /// The received bytes that are not parsed yet.
    private(set) var input: [UInt8] = []
    /// True if the input has no complete head.
    private(set) var needsInput = true
    /// The reads since the last head, or since the connection began.
    private var readCount = 0
    var output = Output()
    var closesAfterResponse = false
    /// The number of the request that another thread answers.
    var request: Int?
    /// True if its last part has not arrived.
    var awaitsPart = false
    /// The number of the document that is being sent.
    var document: Int?
    /// True if the parts of the response are sent as chunks.
    var isChunked = false
    /// The bytes that the client had received when it was last asked whether it reads.
    var acknowledged: Int64 = 0
    /// The relay of a WebSocket over TLS.
    var relay: TLSRelay?
    /// True if the connection has, or had, a relay. It counts as a WebSocket.
    var isWebSocket = false
    /// The neighbors in the `ConnectionQueue` of the stage.
    unowned(unsafe) var older: HTTPConnection?
    var newer: HTTPConnection?

    init(
        _ number: UInt64, _ watcher: SocketWatcher, _ stream: SocketStream,
        from origin: ClientAddress, at now: Int64
    ) {
        self.number = number
        self.watcher = watcher
        self.stream = stream
        self.origin = origin
        client = origin
        stageStart = now
    }

    func watch(for interest: SocketWatcher.Interest) {
        watcher.watch(stream.descriptor, for: interest, as: number)
    }

    /// Counts a read. False if a client sends its request, or its handshake, in absurdly small pieces. Each of
    /// them costs a tick.
    func countRead() -> Bool {
        readCount += 1
        return readCount <= Self.readsMax
    }

    /// Enough for a client that sends each of 100 headers by itself.
    static let readsMax = 128

    func receive(_ bytes: some Collection<UInt8>) {
        input += bytes
        needsInput = false
    }

    /// Removes the bytes of a parsed head.
    func removeInput(_ count: Int) {
        input.removeFirst(count)
        needsInput = input.isEmpty
        readCount = 0
    }

    /// Notes that the parser needs more bytes of a head.
    func awaitInput() { needsInput = true }

    /// The part of a response that is not written yet. All readers of a file share its bytes.
    struct Output {
        private var parts: [[UInt8]] = []
        private var written = 0

        init(_ parts: [[UInt8]] = []) {
            self.parts = parts.filter { !$0.isEmpty }
        }

        /// Writes until the stream accepts no more, up to a limit that is fair to other connections. Returns
        /// `.moved` if everything is written.
        mutating func write(to stream: SocketStream) -> SocketStream.Outcome {
            var total = 0
            while let part = parts.first {
                guard total < Self.bytesAtOnceMax else { return .awaits(.writing) }
                let outcome = part.withUnsafeBytes { bytes in
                    stream.write(
                        UnsafeRawBufferPointer(
                            rebasing: bytes[written...].prefix(Self.bytesAtOnceMax)),
                        isMoreComing: parts.count > 1)
                }
                guard case .moved(let count) = outcome else { return outcome }
                total += count
                written += count
                guard written == part.count else { continue }
                parts.removeFirst()
                written = 0
            }
            return .moved(0)
        }

        private static let bytesAtOnceMax = 65_536
    }
}

/// The connections of one stage, in the order in which they entered it.
struct ConnectionQueue {
    private(set) var oldest: HTTPConnection?
    private unowned(unsafe) var newest: HTTPConnection?
    private(set) var count = 0

    mutating func append(_ connection: HTTPConnection) {
        connection.older = newest
        if let newest { newest.newer = connection } else { oldest = connection }
        newest = connection
        count += 1
    }

    mutating func remove(_ connection: HTTPConnection) {
        let newer = connection.newer
        if let newer { newer.older = connection.older } else { newest = connection.older }
        if let older = connection.older { older.newer = newer } else { oldest = newer }
        connection.older = nil
        connection.newer = nil
        count -= 1
    }

    /// The oldest connection from this address.
    func oldest(from origin: ClientAddress) -> HTTPConnection? {
        var connection = oldest
        while let next = connection, next.origin != origin { connection = next.newer }
        return connection
    }
}
