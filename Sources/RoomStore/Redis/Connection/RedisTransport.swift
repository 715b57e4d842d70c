import CHiredis

/// Moves commands and replies between hiredis and the socket.
enum RedisTransport {
    /// hiredis writes and reads the socket, which blocks.
    case plain
    case tls(RedisTLSStream)

    typealias Context = UnsafeMutablePointer<redisContext>

    /// Adds a command to those that the next `flush` sends.
    func append(
        _ words: inout [UnsafePointer<CChar>?], _ lengths: inout [Int], to context: Context
    ) {
        let count = Int32(words.count)
        switch self {
        case .plain: redisAppendCommandArgv(context, count, &words, &lengths)
        case .tls(let stream):
            var command: UnsafeMutablePointer<CChar>?
            let size = redisFormatCommandArgv(&command, count, &words, &lengths)
            guard let command else { return }
            defer { redisFreeCommand(command) }
            stream.append(UnsafeRawBufferPointer(start: command, count: Int(size)))
        }
    }

    func flush(_ context: Context) throws(RedisFailure) {
        switch self {
        case .plain:
            var isDone: Int32 = 0
            while isDone == 0 {
                guard redisBufferWrite(context, &isDone) == REDIS_OK else { break }
            }
        case .tls(let stream): try stream.flush()
        }
    }

    /// Passes the bytes that have arrived to the reader of the context.
    ///
    /// - Parameter waits: True to wait for bytes. If false, the socket must be readable.
    func read(_ context: Context, waits: Bool) throws(RedisFailure) {
        switch self {
        case .plain: redisBufferRead(context)
        case .tls(let stream):
            try stream.read(waits: waits) { redisReaderFeed(context.pointee.reader, $0, $1) }
        }
    }
}
