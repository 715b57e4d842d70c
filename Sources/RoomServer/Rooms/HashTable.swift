import CalculatorEngine

/// Slots by hashes, in the order of the hashes: a search touches nothing but this table. (What Swift
/// has for it hashes with a random seed, and nothing here may be random.)
struct HashTable {
    private struct Row {
        let hash: UInt64
        let slot: Int
    }

    private var rows: [Row] = []

    /// Different things may have one hash: `isIt` looks whether a slot is the one.
    func slot(of hash: UInt64, isIt: (Int) -> Bool) -> Int? {
        place(of: hash, isIt).map { rows[$0].slot }
    }

    mutating func insert(_ hash: UInt64, slot: Int) {
        rows.insert(Row(hash: hash, slot: slot), at: firstPlace(of: hash))
    }

    mutating func remove(_ hash: UInt64, slot: Int) {
        if let place = place(of: hash, { $0 == slot }) { rows.remove(at: place) }
    }

    private func place(of hash: UInt64, _ isIt: (Int) -> Bool) -> Int? {
        var place = firstPlace(of: hash)
        while place < rows.count, rows[place].hash == hash {
            if isIt(rows[place].slot) { return place }
            place += 1
        }
        return nil
    }

    private func firstPlace(of hash: UInt64) -> Int {
        rows.lowerBound { $0.hash < hash }
    }
}
