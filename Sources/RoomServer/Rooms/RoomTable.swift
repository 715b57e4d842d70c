import CalculatorEngine
import SharedRoom

/// The slots of the open rooms, found by their names: in the order of the names' bytes.
struct RoomTable {
    private struct Row {
        let name: RoomName
        let slot: Int
    }

    private var rows: [Row] = []

    func slot(of name: RoomName) -> Int? {
        let index = index(of: name)
        return index < rows.count && rows[index].name == name ? rows[index].slot : nil
    }

    mutating func insert(_ name: RoomName, slot: Int) {
        rows.insert(Row(name: name, slot: slot), at: index(of: name))
    }

    mutating func remove(_ name: RoomName) {
        let index = index(of: name)
        guard index < rows.count, rows[index].name == name else { return }
        rows.remove(at: index)
    }

    /// Where it stands or would stand.
    private func index(of name: RoomName) -> Int {
        rows.firstPlace { $0.name.bytes.lexicographicallyPrecedes(name.bytes) }
    }
}
