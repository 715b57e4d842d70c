import SharedRoom

@testable import RedisStore
@testable import RoomStore

/// Short descriptions for expectations and traces.
extension LogReport {
    /// `events 1…2`
    var outline: String {
        switch self {
        case .opened(_, let ticket, _): "\(ticket) opened"
        case .done(_, let ticket): "\(ticket) done"
        case .refused(_, let ticket, let failure): "\(ticket) \(failure)"
        case .head(_, let ticket, let sequence): "\(ticket) head \(sequence)"
        case .events(_, let events):
            "events \(events.first?.sequence ?? 0)…\(events.last?.sequence ?? 0)"
        case .presence(_, let edge, let came, let gone): "\(edge): \(came) came, \(gone) left"
        case .replaced(_, let opened): "replaced \(opened.epoch)"
        case .forgotten: "forgotten"
        case .failed(_, let failure): "failed \(failure)"
        }
    }
}

extension LogRequest {
    /// `7 append 1…2`
    var outline: String {
        switch self {
        case .open(_, let ticket): "\(ticket) open"
        case .append(_, let drafts, let ticket):
            "\(ticket) append \(drafts.map { "\($0.action)" }.joined(separator: " "))"
        case .head(_, let ticket): "\(ticket) head"
        case .announce(_, let came, let gone): "announce \(came) came, \(gone) left"
        case .close(_, let ticket): "\(ticket) close"
        case .forget(_, let ticket): "\(ticket) forget"
        }
    }
}

extension RedisReply {
    /// `[1, 1790000000000, 0]`
    var outline: String {
        switch self {
        case .nothing: "nothing"
        case .number(let number): "\(number)"
        case .bytes(let bytes): String(decoding: bytes.prefix(40), as: UTF8.self)
        case .list(let replies): "[\(replies.map(\.outline).joined(separator: ", "))]"
        case .failure(let message): "(\(message))"
        }
    }
}

extension [UInt32: Set<UInt32>] {
    /// `[7: [1, 2]]`
    var outline: String {
        "[\(keys.sorted().map { "\($0): \((self[$0] ?? []).sorted())" }.joined(separator: ", "))]"
    }
}
