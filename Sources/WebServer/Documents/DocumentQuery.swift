public import SharedRoom

/// What stands behind the question mark of a document's address: `from=121&count=50&read=…`,
/// `before=400&count=50`
public struct DocumentQuery: Equatable, Sendable {
    public private(set) var from: Int64 = 1
    public private(set) var count = 1_000
    /// Before which number the lines of the tape end.
    public private(set) var before = Int64.max
    /// Whether the room as it was before the first event is wanted, too.
    public private(set) var withSnapshot = false
    /// What opens the documents while the door is shut.
    public private(set) var read: Fingerprint?

    public static let countMax = 10_000

    /// What is left out is asked for.
    public init() {}

    /// Nil when a number is none.
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
