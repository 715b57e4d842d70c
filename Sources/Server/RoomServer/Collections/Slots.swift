/// Elements in a dense array. A free slot is used again with a new generation, so an outdated `SlotID` is
/// recognized.
struct Slots<Element> {
    private var elements: [Element] = []
    /// Odd while the slot is in use.
    private var generations: [UInt32] = []
    private var free: [Int] = []

    var count: Int { elements.count - free.count }

    /// The slots in use, in no particular order.
    var slotIDs: [SlotID] {
        elements.indices.compactMap { isTaken($0) ? id(of: $0) : nil }
    }

    func id(of slot: Int) -> SlotID {
        SlotID(slot: slot, generation: generations[slot])
    }

    func isCurrent(_ id: SlotID) -> Bool {
        elements.indices.contains(id.slot) && generations[id.slot] == id.generation
            && isTaken(id.slot)
    }

    private func isTaken(_ slot: Int) -> Bool { !generations[slot].isMultiple(of: 2) }

    subscript(slot: Int) -> Element {
        _read { yield elements[slot] }
        _modify { yield &elements[slot] }
    }

    mutating func insert(_ element: Element) -> SlotID {
        guard let slot = free.popLast() else {
            elements.append(element)
            generations.append(1)
            return id(of: elements.count - 1)
        }
        elements[slot] = element
        generations[slot] &+= 1
        return id(of: slot)
    }

    /// Frees the slot. It keeps the element in memory until another one uses the slot.
    mutating func remove(_ slot: Int) {
        generations[slot] &+= 1
        free.append(slot)
    }
}

struct SlotID: Equatable, Sendable {
    let slot: Int
    let generation: UInt32
}
