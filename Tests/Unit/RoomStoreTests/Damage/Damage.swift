import SeededNumbers

/// Random damage to the files of a store.
struct Damage {
    private var random: SplitMix
    private let store: RecordedStore

    init(_ store: RecordedStore, seed: UInt64) {
        self.store = store
        random = SplitMix(seed: seed)
    }

    /// A random number for other choices.
    mutating func next(below limit: Int) -> Int { random.next(below: limit) }

    /// Files with up to four kinds of damage.
    mutating func files() -> StoreFiles {
        var files = random.bool() ? store.running : store.ended
        for _ in 0...random.next(below: 3) { damage(&files) }
        return files
    }

    private mutating func damage(_ files: inout StoreFiles) {
        let part = random.element(of: [.main, .main, .main, .log, .log, .index] as [Part])
        if random.next(below: 25) == 0 {
            files[part] = random.element(of: [nil, [], store.older[part], store.ended[part]])
            return
        }
        guard let bytes = files[part], !bytes.isEmpty else { return }
        files[part] = damaged(bytes, part)
    }

    private typealias Part = StoreFiles.Part

    private mutating func damaged(_ bytes: [UInt8], _ part: Part) -> [UInt8] {
        var bytes = bytes
        switch random.next(below: 10) {
        case 0, 1: flipBits(in: bytes.indices, of: &bytes)
        // The header of the file, a page or a frame.
        case 2: flipBits(in: 0..<min(100, bytes.count), of: &bytes)
        case 3: flipBits(in: head(of: somePage(bytes, part), in: bytes), of: &bytes)
        case 4:
            let start = random.next(below: bytes.count)
            for place in start..<min(bytes.count, start + random.next(below: 64)) {
                bytes[place] = UInt8(truncatingIfNeeded: random.next())
            }
        case 5: bytes.removeLast(1 + random.next(below: bytes.count))
        case 6: bytes.removeSubrange(somePage(bytes, part).lowerBound...)
        case 7: put([UInt8](repeating: 0, count: 4_096), at: somePage(bytes, part), &bytes)
        case 8:
            let (one, other) = (somePage(bytes, part), somePage(bytes, part))
            let (here, there) = (Array(bytes[one]), Array(bytes[other]))
            put(there, at: one, &bytes)
            if random.bool() { put(here, at: other, &bytes) }
        default:
            let older = store.older[part] ?? []
            let page = somePage(bytes, part)
            if page.upperBound <= older.count { put(Array(older[page]), at: page, &bytes) }
        }
        return bytes
    }

    private mutating func flipBits(in places: Range<Int>, of bytes: inout [UInt8]) {
        for _ in 0...random.next(below: 8) {
            bytes[places.lowerBound + random.next(below: places.count)] ^=
                1 << UInt8(random.next(below: 8))
        }
    }

    /// The write-ahead log has a header and frames, each with a page.
    private mutating func somePage(_ bytes: [UInt8], _ part: Part) -> Range<Int> {
        let (offset, frame) = part == .log ? (32, 4_120) : (0, 4_096)
        let count = max(1, (bytes.count - offset) / frame)
        let start = min(bytes.count - 1, offset + random.next(below: count) * frame)
        return start..<min(bytes.count, start + frame)
    }

    /// The header of a page, and in the write-ahead log also that of its frame.
    private func head(of page: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
        page.lowerBound..<min(page.upperBound, page.lowerBound + 64)
    }

    private func put(_ page: [UInt8], at place: Range<Int>, _ bytes: inout [UInt8]) {
        for (index, byte) in zip(place, page) { bytes[index] = byte }
    }
}

extension Damage {
    /// A statement that changes a column or deletes a row.
    mutating func statement() -> String {
        let (table, columns) = random.element(of: Self.tables)
        let column = random.element(of: columns)
        let row = "rowid = (SELECT rowid FROM \(table) LIMIT 1 OFFSET \(random.next(below: 60)))"
        let other = "(SELECT \(column) FROM \(table) LIMIT 1 OFFSET \(random.next(below: 60)))"
        let value = random.element(of: Self.values + ["\(column) + 1", "\(column) - 1", other])
        // Only programs delete or rename rooms, and damaged pages do not.
        return switch table == "rooms" ? 2 : random.next(below: 8) {
        case 0: "DELETE FROM \(table) WHERE \(row)"
        case 1: "UPDATE OR REPLACE \(table) SET \(column) = \(value) WHERE \(row)"
        default: "UPDATE OR IGNORE \(table) SET \(column) = \(value) WHERE \(row)"
        }
    }

    private static let values = [
        "NULL", "0", "1", "-1", "7", "40", "9223372036854775807", "-9223372036854775808", "1e300",
        "''", "'room-1'", "x'00'", "x'7b7d'",
    ]

    private static let tables = [
        ("file", ["only", "epoch", "place", "durability", "isRunning"]),
        (
            "rooms",
            [
                "id", "trials", "day", "epoch", "rules", "sequence", "time", "oldest",
                "milestone", "historyBytes", "snapshot", "checksum",
            ]
        ),
        ("journal", ["id", "room", "first", "events", "checksum"]),
        ("history", ["id", "room", "first", "snapshot", "events", "checksum"]),
        ("tape", ["id", "room", "sequence", "line", "checksum"]),
    ]
}
