public import SharedRoom

/// The address of a document of a room.
struct DocumentRoute {
    let room: RoomName
    /// Nil for `qr.svg`, which is made from the address of the room, without the store.
    let document: StoredDocument?

    /// Parses a path such as `/rooms/7b/tape.csv`; nil for any other path.
    init?(_ path: String) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0].isEmpty, parts[1] == "rooms",
            let room = RoomAddress.name(fromPathComponent: parts[2].utf8)
        else { return nil }
        self.room = room
        document = StoredDocument(rawValue: String(parts[3]))
        if document == nil, parts[3] != "qr.svg" { return nil }
    }
}

/// The query of a document's URL: `from=121&count=50&read=…` or `before=400&count=50`.
public struct DocumentQuery: Equatable, Sendable {
    public private(set) var from: Int64 = 1
    public private(set) var count: Int
    /// The sequence number before which the tape lines end.
    public private(set) var before = Int64.max
    /// True if the event log must begin with a snapshot of the room before the first event.
    public private(set) var withSnapshot = false
    /// The token that allows reading while the door is shut.
    public private(set) var read: Fingerprint?

    public static let countMax = 10_000

    public init(count: Int = 1_000) { self.count = count }

    /// A query of all events.
    static let unlimited = DocumentQuery(count: .max)

    /// Parses a query. Unknown parameters are ignored. Nil if a value is invalid.
    public init?(_ query: some StringProtocol) {
        self.init()
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
