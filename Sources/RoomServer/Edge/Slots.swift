/// Things in a dense array. Their places are given again to others, with a new generation, so that
/// whoever comes with an old place finds nothing.
struct Slots<Element> {
    private var elements: [Element] = []
    /// Odd while the slot is taken.
    private var generations: [UInt32] = []
    private var free: [Int] = []
    private let vacant: Element

    /// `vacant` lies in the slots that are free, and holds nothing.
    init(vacant: Element) {
        self.vacant = vacant
    }

    var count: Int { elements.count - free.count }

    /// Where they lie, in no order of time.
    var places: [SlotPlace] {
        elements.indices.compactMap { isTaken($0) ? place($0) : nil }
    }

    func place(_ slot: Int) -> SlotPlace {
        SlotPlace(slot: slot, generation: generations[slot])
    }

    func isCurrent(_ place: SlotPlace) -> Bool {
        elements.indices.contains(place.slot) && generations[place.slot] == place.generation
            && isTaken(place.slot)
    }

    private func isTaken(_ slot: Int) -> Bool { !generations[slot].isMultiple(of: 2) }

    subscript(slot: Int) -> Element {
        _read { yield elements[slot] }
        _modify { yield &elements[slot] }
    }

    mutating func insert(_ element: Element) -> SlotPlace {
        guard let slot = free.popLast() else {
            elements.append(element)
            generations.append(1)
            return place(elements.count - 1)
        }
        elements[slot] = element
        generations[slot] &+= 1
        return place(slot)
    }

    mutating func remove(_ slot: Int) {
        elements[slot] = vacant
        generations[slot] &+= 1
        free.append(slot)
    }
}

struct SlotPlace: Equatable, Sendable {
    let slot: Int
    let generation: UInt32
}
