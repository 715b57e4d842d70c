import CHiredis
import Glibc

/// The failure of a command, with the message of Redis or of the system.
struct RedisFailure: Error {
    let message: String
}

/// A connection to Redis. What is asked is sent when an answer is waited for, together.
final class RedisConnection {
    private let context: UnsafeMutablePointer<redisContext>

    /// Waits as long as `patience` says, here and for every answer.
    init(_ address: RedisAddress, patience milliseconds: Int) throws(RedisFailure) {
        let patience = timeval(
            tv_sec: milliseconds / 1_000, tv_usec: milliseconds % 1_000 * 1_000)
        guard let context = redisConnectWithTimeout(address.host, address.port, patience) else {
            throw RedisFailure(message: "no memory for a connection")
        }
        self.context = context
        try check()
        redisSetTimeout(context, patience)
        if let password = address.password {
            try demand(["AUTH"] + [address.user, password].compactMap(\.self))
        }
        if address.database != 0 { try demand(["SELECT", "\(address.database)"]) }
    }

    deinit { redisFree(context) }

    var descriptor: Int32 { context.pointee.fd }

    /// To be sent with the next question whose answer is waited for.
    func send(_ words: [[UInt8]]) {
        let bytes = words.flatMap(\.self)
        var lengths = words.map(\.count)
        bytes.withUnsafeBufferPointer { buffer in
            var start = UnsafeRawPointer(buffer.baseAddress)?.assumingMemoryBound(to: CChar.self)
            var starts: [UnsafePointer<CChar>?] = []
            for length in lengths {
                starts.append(start)
                start = start.map { $0 + length }
            }
            _ = redisAppendCommandArgv(context, Int32(words.count), &starts, &lengths)
        }
    }

    /// The answer to the oldest question that has none.
    func answer() throws(RedisFailure) -> RedisReply {
        var answer: UnsafeMutableRawPointer?
        _ = redisGetReply(context, &answer)
        try check()
        return take(answer) ?? .nothing
    }

    func ask(_ words: [[UInt8]]) throws(RedisFailure) -> RedisReply {
        send(words)
        return try answer()
    }

    /// What must not fail.
    @discardableResult
    func demand(_ words: [String]) throws(RedisFailure) -> RedisReply {
        let answer = try ask(words.map { Array($0.utf8) })
        if case .failure(let message) = answer { throw RedisFailure(message: message) }
        return answer
    }

    /// Sends what there is to be sent, without waiting for an answer.
    func flush() throws(RedisFailure) {
        var isDone: Int32 = 0
        while isDone == 0 {
            guard redisBufferWrite(context, &isDone) == REDIS_OK else { break }
        }
        try check()
    }

    /// What has come by itself; waits for it, but not longer than so many milliseconds.
    func news(within milliseconds: Int32) throws(RedisFailure) -> [RedisReply] {
        var news: [RedisReply] = []
        while let reply = try next() { news.append(reply) }
        guard news.isEmpty else { return news }
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, milliseconds) > 0 else { return [] }
        guard redisBufferRead(context) == REDIS_OK else {
            try check()
            return []
        }
        while let reply = try next() { news.append(reply) }
        return news
    }

    private func next() throws(RedisFailure) -> RedisReply? {
        var reply: UnsafeMutableRawPointer?
        guard redisGetReplyFromReader(context, &reply) == REDIS_OK else {
            try check()
            return nil
        }
        return take(reply)
    }

    private func take(_ reply: UnsafeMutableRawPointer?) -> RedisReply? {
        guard let reply else { return nil }
        defer { freeReplyObject(reply) }
        return RedisReply(reply.assumingMemoryBound(to: redisReply.self))
    }

    private func check() throws(RedisFailure) {
        guard context.pointee.err != 0 else { return }
        throw RedisFailure(message: String(cString: calcroom_redis_complaint(context)))
    }
}
