public import SharedRoom

/// The query of a document's URL: `from=121&count=50&read=…` or `before=400&count=50`.
public struct DocumentQuery: Equatable, Sendable {
    public private(set) var from: Int64 = 1
    public private(set) var count = 1_000
    /// The sequence number before which the tape lines end.
    public private(set) var before = Int64.max
    /// True if the event log must begin with a snapshot of the room before the first event.
    public private(set) var withSnapshot = false
    /// The token that allows reading while the door is shut.
    public private(set) var read: Fingerprint?

    public static let countMax = 10_000

    /// Creates a query with the defaults.
    public init() {}

    /// A query of all events.
    static let unlimited = {
        var query = DocumentQuery()
        query.count = .max
        return query
    }()

    /// Parses a query. Unknown parameters are ignored. Nil if a value is invalid.
    public init?(_ query: some StringProtocol) {
        for part in query.split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2 else { continue }
            let value = pair[1]
            switch pair[0] {
            case "from":
                guard let from = Self.number(value) else { return nil }
                self.from = max(1, from)
            case "before":
                guard let before = Self.number(value) else { return nil }
                self.before = before
            case "with":
                guard value == "snapshot" else { return nil }
                withSnapshot = true
            case "count":
                guard let count = Self.number(value) else { return nil }
                self.count = Int(min(count, Int64(Self.countMax)))
            case "read":
                guard let read = Fingerprint(hexadecimal: Array(value.utf8)[...]) else {
                    return nil
                }
                self.read = read
            default: break
            }
        }
    }

    private static func number(_ text: some StringProtocol) -> Int64? {
        guard text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
            return nil
        }
        return Int64(text).flatMap { $0 <= RoomLimits.numberMax ? $0 : nil }
    }
}
