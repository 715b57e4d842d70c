import CalculatorEngine

/// Slots by hash: an array in the order of the hashes, so that a search touches only this table. Swift's
/// dictionary has a random seed, and a pure module must not use randomness.
struct HashIndex {
    private struct Row {
        let hash: UInt64
        let slot: Int
    }

    private var rows: [Row] = []

    /// Different keys may have the same hash: `matches` compares the key of a slot.
    func slot(of hash: UInt64, matches: (Int) -> Bool) -> Int? {
        position(of: hash, matches).map { rows[$0].slot }
    }

    mutating func insert(_ hash: UInt64, slot: Int) {
        rows.insert(Row(hash: hash, slot: slot), at: firstPosition(of: hash))
    }

    mutating func remove(_ hash: UInt64, slot: Int) {
        if let position = position(of: hash, { $0 == slot }) { rows.remove(at: position) }
    }

    private func position(of hash: UInt64, _ matches: (Int) -> Bool) -> Int? {
        var position = firstPosition(of: hash)
        while position < rows.count, rows[position].hash == hash {
            if matches(rows[position].slot) { return position }
            position += 1
        }
        return nil
    }

    private func firstPosition(of hash: UInt64) -> Int {
        rows.lowerBound { $0.hash < hash }
    }
}
