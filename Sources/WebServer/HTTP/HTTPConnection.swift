import Glibc

/// A connection that the server reads itself: until it becomes a WebSocket and, over TLS, as long as it lasts.
/// libwebsockets has the others.
final class HTTPConnection {
    enum Stage {
        /// The head of a request has not come, or not all of it.
        case reading
        /// Other threads make the response.
        case answering
        /// The client has not taken all of the response.
        case writing
        /// Nothing more is sent. Closing before the client has read the response could destroy it.
        case draining
        /// It is a WebSocket over TLS.
        case relaying
        /// The same, and the client does not take what there is to send.
        case stalled
        /// The server no longer reads it.
        case gone
    }

    /// Under which its socket is watched.
    let number: UInt64
    let stream: SocketStream
    /// Where it comes from, as far as limits and logs go.
    var origin: ClientAddress
    var stage = Stage.reading
    /// When the stage began.
    var since: Int64
    /// The bytes that have come and were not read as a request yet.
    private(set) var input: [UInt8] = []
    /// Whether the input may have a whole head in it, or can have none any more. A head that comes byte by byte
    /// need not be read for each of them.
    private(set) var hasHead = false
    var output = Output()
    /// Whether the next response is the last.
    var isLast = false
    /// The request that other threads answer.
    var request: Int?
    /// Carries the bytes of a WebSocket over TLS.
    var relay: TLSRelay?
    /// The connections that have been in the same stage for longer and for less long.
    unowned(unsafe) var older: HTTPConnection?
    var newer: HTTPConnection?

    init(_ number: UInt64, _ stream: SocketStream, from origin: ClientAddress, at now: Int64) {
        self.number = number
        self.stream = stream
        self.origin = origin
        since = now
    }

    func receive(_ bytes: some Collection<UInt8>) {
        let start = max(0, input.count - 2)
        input += bytes
        hasHead = hasHead || input.count >= RequestHead.targetBytesMax || endsHead(from: start)
    }

    /// Takes the bytes of a head out of the input.
    func removeInput(_ count: Int) {
        input.removeFirst(count)
        hasHead = endsHead(from: 0)
    }

    /// Whether an empty line ends after this index. Its end may be wrong.
    private func endsHead(from start: Int) -> Bool {
        let lineFeed = UInt8(ascii: "\n")
        return input[start...].indices.contains { index in
            guard input[index] == lineFeed, index > 0 else { return false }
            let isAfterReturn = input[index - 1] == UInt8(ascii: "\r")
            let last = index - (isAfterReturn ? 2 : 1)
            return last >= 0 && input[last] == lineFeed
        }
    }

    /// The part of a response that the client has not taken. Files share their bytes.
    struct Output {
        private var parts: [[UInt8]] = []
        private var written = 0

        init(_ parts: [[UInt8]] = []) {
            self.parts = parts.filter { !$0.isEmpty }
        }

        /// Writes as much as the stream takes, up to a limit so that others need not wait; `.moved` if all is written.
        mutating func write(to stream: SocketStream) -> SocketStream.Outcome {
            var total = 0
            while let part = parts.first {
                guard total < Self.bytesAtOnceMax else { return .awaitsWriting }
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

/// Connections in the order in which they came to the same stage.
struct ConnectionLine {
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

    /// The one of this address that has waited longest.
    func oldest(from origin: ClientAddress) -> HTTPConnection? {
        var connection = oldest
        while let next = connection, next.origin != origin { connection = next.newer }
        return connection
    }
}
