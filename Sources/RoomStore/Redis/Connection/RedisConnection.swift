import CHiredis
import Glibc

/// A connection to Redis. Commands are sent by `flush`, or when a reply is awaited.
final class RedisConnection {
    private let context: UnsafeMutablePointer<redisContext>
    private var transport = RedisTransport.plain

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
        try check()
        redisSetTimeout(context, timeout)
        if let tls = address.tls {
            transport = .tls(
                try RedisTLSStream(
                    tls, host: host.name, descriptor: descriptor, timeout: milliseconds))
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
            let isReset = error.message == String(cString: strerror(ECONNRESET))
            guard address.tls == nil, isReset || context.pointee.err == REDIS_ERR_EOF else {
                throw error
            }
            throw .closedUnanswered
        }
    }

    deinit { redisFree(context) }

    var descriptor: Int32 { context.pointee.fd }

    /// Adds a command to those that are sent next.
    func send(_ words: [RedisWord]) {
        let bytes = words.flatMap(\.bytes)
        var lengths = words.map(\.bytes.count)
        bytes.withUnsafeBufferPointer { buffer in
            var start = UnsafeRawPointer(buffer.baseAddress)?.assumingMemoryBound(to: CChar.self)
            var starts: [UnsafePointer<CChar>?] = []
            for length in lengths {
                starts.append(start)
                start = start.map { $0 + length }
            }
            transport.append(&starts, &lengths, to: context)
        }
    }

    /// Sends the commands, without waiting for replies.
    func flush() throws(RedisFailure) {
        try transport.flush(context)
        try check()
    }

    /// Waits for the reply to the oldest command that has none.
    func nextReply() throws(RedisFailure) -> RedisReply {
        while true {
            if let reply = try next() { return reply }
            try flush()
            try transport.read(context, waits: true)
            try check()
        }
    }

    /// Executes a command, which must succeed.
    @discardableResult
    func execute(_ words: [RedisWord]) throws(RedisFailure) -> RedisReply {
        send(words)
        let reply = try nextReply()
        if case .failure(let message) = reply { throw RedisFailure(reply: message) }
        return reply
    }

    /// The replies and messages that have arrived. Does not wait.
    func received() throws(RedisFailure) -> [RedisReply] {
        var replies: [RedisReply] = []
        for _ in 0..<Self.readsMax {
            while let reply = try next() { replies.append(reply) }
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&entry, 1, 0) > 0 else { break }
            try transport.read(context, waits: false)
            try check()
        }
        while let reply = try next() { replies.append(reply) }
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
        return decode(reply)
    }

    /// Frees the reply of hiredis.
    private func decode(_ reply: UnsafeMutableRawPointer?) -> RedisReply? {
        guard let reply else { return nil }
        defer { freeReplyObject(reply) }
        return RedisReply(reply.assumingMemoryBound(to: redisReply.self))
    }

    private func check() throws(RedisFailure) {
        guard context.pointee.err != 0 else { return }
        let complaint = String(cString: calcroom_redis_complaint(context))
        let isSilent = complaint == String(cString: strerror(EAGAIN))
        throw RedisFailure(message: isSilent ? "it does not answer" : complaint)
    }
}
