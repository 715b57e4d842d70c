import CHiredis

/// A reply of Redis.
enum RedisReply: Equatable {
    case nothing
    case number(Int64)
    case bytes([UInt8])
    case list([RedisReply])
    case failure(String)

    init(_ reply: UnsafeMutablePointer<redisReply>) {
        let value = reply.pointee
        switch value.type {
        case REDIS_REPLY_INTEGER: self = .number(value.integer)
        case REDIS_REPLY_STRING, REDIS_REPLY_STATUS: self = .bytes(Self.bytes(of: value))
        case REDIS_REPLY_ERROR:
            self = .failure(String(decoding: Self.bytes(of: value), as: UTF8.self))
        case REDIS_REPLY_ARRAY:
            self = .list(
                (0..<value.elements).map { place in
                    value.element[place].map { RedisReply($0) } ?? .nothing
                })
        default: self = .nothing
        }
    }

    private static func bytes(of reply: redisReply) -> [UInt8] {
        guard let start = reply.str else { return [] }
        return [UInt8](UnsafeRawBufferPointer(start: start, count: reply.len))
    }

    /// The reply itself, unless it is an error.
    func successful() throws(RedisFailure) -> RedisReply {
        if case .failure(let message) = self { throw RedisFailure(reply: message) }
        return self
    }

    var list: [RedisReply]? { if case .list(let list) = self { list } else { nil } }

    var bytes: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }

    var text: String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

    /// The fields of a section of INFO.
    var fields: [Substring: Substring] {
        let fields = (text ?? "").split(whereSeparator: \.isNewline).map {
            $0.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        }
        return Dictionary(
            fields.filter { $0.count == 2 }.map { ($0[0], $0[1]) }, uniquingKeysWith: { $1 })
    }

    /// An epoch in hexadecimal digits.
    var epoch: UInt64? { text.flatMap { UInt64($0, radix: 16) } }

    /// A number, also as text.
    var integer: Int64? {
        switch self {
        case .number(let number): number
        case .bytes: text.flatMap { Int64($0) }
        case .nothing, .list, .failure: nil
        }
    }
}
