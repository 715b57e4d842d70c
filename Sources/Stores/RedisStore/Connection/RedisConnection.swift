import CHiredis
import Glibc
import RoomStore

/// A connection to Redis. Commands are sent by `flush`, or when a reply is awaited. hiredis connects and decodes
/// replies; the bytes pass through TLS in between, if the address has it.
final class RedisConnection {
    private let context: UnsafeMutablePointer<redisContext>
    private let functions = UnsafeMutablePointer<redisReplyObjectFunctions>.allocate(capacity: 1)
    private let timeout: Int64
    /// Nil without TLS.
    private var tls: RedisTLSStream?
    /// The commands that are not sent.
    private var output: [UInt8] = []
    private var input = [UInt8](repeating: 0, count: 16_384)
    /// The bytes of the replies that are not complete.
    private var unreadBytes = 0

    /// - Parameters:
    ///   - address: The password, the database and TLS.
    ///   - timeout: Milliseconds, for connecting and for each reply.
    init(
        _ address: RedisAddress, at host: RedisHost, timeout milliseconds: Int
    ) throws(RedisFailure) {
        let timeout = timeval(
            tv_sec: milliseconds / 1_000, tv_usec: milliseconds % 1_000 * 1_000)
        guard let context = redisConnectWithTimeout(host.name, host.port, timeout) else {
            throw RedisFailure(message: "no memory for a connection")
        }
        self.context = context
        self.timeout = Int64(milliseconds)
        calcroom_redis_limit_lists(context.pointee.reader, functions)
        try check()
        redisSetTimeout(context, timeout)
        if let settings = address.tls {
            let tls = try RedisTLSStream(settings, host: host.name)
            self.tls = tls
            try write(tls.takeOutput())
            try awaited { tls.isEstablished ? () : nil }
        }
        try logIn(address)
    }

    /// Ends with a ping, so that a Redis that requires a password or another transport shows it here.
    private func logIn(_ address: RedisAddress) throws(RedisFailure) {
        do throws(RedisFailure) {
            if let password = address.password {
                let words = [address.user, password].compactMap(\.self)
                try execute(["AUTH"] + words.map { "\($0)" })
            }
            if address.database != 0 { try execute(["SELECT", "\(address.database)"]) }
            try execute(["PING"])
        } catch {
            let isClosed = [.closed, RedisFailure(errno: ECONNRESET)].contains(error)
            throw address.tls == nil && isClosed ? .closedUnanswered : error
        }
    }

    deinit {
        redisFree(context)
        functions.deallocate()
    }

    var descriptor: Int32 { context.pointee.fd }

    /// Adds a command to those that are sent next.
    func send(_ words: [RedisWord]) {
        output += "*\(words.count)\r\n".utf8
        for word in words {
            output += "$\(word.bytes.count)\r\n".utf8
            output += word.bytes
            output += "\r\n".utf8
        }
    }

    /// Sends the commands, without waiting for replies.
    func flush() throws(RedisFailure) {
        guard !output.isEmpty else { return }
        defer { output.removeAll(keepingCapacity: output.count <= Self.outputKeptMax) }
        guard let tls else { return try write(output) }
        do throws(RedisFailure) {
            try write(tls.encrypted(output))
        } catch {
            // Redis may have sent the reason before it closed the connection.
            try read(waits: false)
            throw error
        }
    }

    private static let outputKeptMax = 1 << 16

    /// Waits for the reply to the oldest command that has none.
    func nextReply() throws(RedisFailure) -> RedisReply {
        try flush()
        return try awaited { () throws(RedisFailure) in try next() }
    }

    /// Reads until the body has a value. A Redis that sends a byte now and then is silent, too.
    private func awaited<Value>(
        _ body: () throws(RedisFailure) -> Value?
    ) throws(RedisFailure) -> Value {
        let end = MonotonicClock.milliseconds + timeout
        while true {
            if let value = try body() { return value }
            guard MonotonicClock.milliseconds < end else { throw failure(EAGAIN) }
            try read(waits: true)
        }
    }

    /// Executes a command, which must succeed.
    @discardableResult
    func execute(_ words: [RedisWord]) throws(RedisFailure) -> RedisReply {
        send(words)
        return try nextReply().successful()
    }

    /// The replies and messages that have arrived. Does not wait.
    func received() throws(RedisFailure) -> [RedisReply] {
        var replies: [RedisReply] = []
        for _ in 0..<Self.readsMax {
            let isRead = try read(waits: false)
            while let reply = try next() { replies.append(reply) }
            guard isRead else { break }
        }
        return replies
    }

    /// One read returns at most 16 KiB.
    private static let readsMax = 64

    private func next() throws(RedisFailure) -> RedisReply? {
        var reply: UnsafeMutableRawPointer?
        guard redisGetReplyFromReader(context, &reply) == REDIS_OK else {
            try check()
            return nil
        }
        guard let reply else {
            guard unreadBytes <= Self.replyBytesMax else { throw .tooLong }
            return nil
        }
        unreadBytes = 0
        defer { freeReplyObject(reply) }
        return RedisReply(reply.assumingMemoryBound(to: redisReply.self))
    }

    /// Events of a room and a snapshot take a few megabytes.
    private static let replyBytesMax = 64 << 20

    private func check() throws(RedisFailure) {
        guard context.pointee.err != 0 else { return }
        guard context.pointee.err != REDIS_ERR_OOM else { throw .tooLong }
        throw RedisFailure(message: String(cString: calcroom_redis_complaint(context)))
    }
}

/// The socket, which blocks for at most the timeout.
extension RedisConnection {
    private func write(_ bytes: [UInt8]) throws(RedisFailure) {
        var start = 0
        while start < bytes.count {
            let count = bytes[start...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 || errno == EINTR else { throw failure(errno) }
            start += max(0, count)
        }
    }

    /// Passes bytes that have arrived to the reader of hiredis. Returns false if there were none.
    @discardableResult
    private func read(waits: Bool) throws(RedisFailure) -> Bool {
        let count = recv(descriptor, &input, input.count, waits ? 0 : Int32(MSG_DONTWAIT))
        if count < 0, errno == EINTR || !waits && errno == EAGAIN { return false }
        guard count >= 0 else { throw failure(errno) }
        guard count > 0 else { throw .closed }
        guard let tls else {
            feed(input[..<count])
            return true
        }
        do throws(RedisFailure) {
            feed(try tls.decrypted(input[..<count])[...])
        } catch {
            // The reason, for the log of Redis.
            try? write(tls.takeOutput())
            throw error
        }
        try write(tls.takeOutput())
        return true
    }

    private func feed(_ bytes: ArraySlice<UInt8>) {
        unreadBytes += bytes.count
        bytes.withUnsafeBytes {
            _ = redisReaderFeed(context.pointee.reader, $0.baseAddress, $0.count)
        }
    }

    private func failure(_ errno: Int32) -> RedisFailure {
        guard errno == EAGAIN else { return RedisFailure(errno: errno) }
        return tls?.isEstablished == false ? .noHandshake : .silent
    }
}
