import SharedRoom

/// The slots of the open rooms, found by their names: in the order of the names' hashes, so that a
/// search touches nothing but this table.
struct RoomTable {
    private struct Row {
        let hash: UInt64
        let name: RoomName
        let slot: Int
    }

    private var rows: [Row] = []

    func slot(of name: RoomName) -> Int? {
        place(of: name).map { rows[$0].slot }
    }

    mutating func insert(_ name: RoomName, slot: Int) {
        let hash = Self.hash(of: name)
        rows.insert(Row(hash: hash, name: name, slot: slot), at: firstPlace(of: hash))
    }

    mutating func remove(_ name: RoomName) {
        if let place = place(of: name) { rows.remove(at: place) }
    }

    /// Names of one hash stand one after the other.
    private func place(of name: RoomName) -> Int? {
        let hash = Self.hash(of: name)
        var place = firstPlace(of: hash)
        while place < rows.count, rows[place].hash == hash {
            if rows[place].name == name { return place }
            place += 1
        }
        return nil
    }

    /// Where it stands or would stand.
    private func firstPlace(of hash: UInt64) -> Int {
        rows.firstPlace { $0.hash < hash }
    }

    private static func hash(of name: RoomName) -> UInt64 {
        var hash = StateHash(0)
        hash.add(name.bytes)
        return hash.value
    }
}
