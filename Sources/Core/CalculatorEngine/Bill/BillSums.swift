import ExactNumbers

/// The exact sum of each person's items: a third of a dessert stays a third until the whole bill is
/// split. All sums are counted in the same fraction of a unit, small enough for every shared item.
struct BillSums {
    /// One sum for each person in display order, then the sum of unassigned items.
    private(set) var parts: [Integer]

    init(of bill: Bill) {
        parts = [Integer](repeating: .zero, count: bill.people.count + 1)
        let fraction = Self.fraction(for: bill.items)
        let positions = PersonIndex(of: bill.people)
        for item in bill.items {
            let amount = Integer(item.amount) * fraction
            guard !item.owners.isEmpty else {
                parts[bill.people.count] = parts[bill.people.count] + amount
                continue
            }
            let part = amount / Natural(item.owners.count)
            for owner in item.owners {
                let place = positions.position(of: owner)
                parts[place] = parts[place] + part
            }
        }
    }

    /// The least common multiple of the numbers of owners: 6 for items shared by two and by three.
    private static func fraction(for items: [Bill.Item]) -> Natural {
        var fraction = Natural.one
        for item in items where item.owners.count > 1 {
            let count = Natural(item.owners.count)
            fraction = fraction * (count / fraction.greatestCommonDivisor(count))
        }
        return fraction
    }
}

extension Integer {
    /// Converts without `Int`, which has 32 bits in a browser.
    fileprivate init(_ amount: Int64) {
        self.init(Natural(amount.magnitude), isNegative: amount < 0)
    }
}

/// An index from identifiers to positions in the list of people, by binary search.
private struct PersonIndex {
    private let people: [Bill.Person]
    private var order: [Int] = []

    init(of people: [Bill.Person]) {
        self.people = people
        for place in people.indices {
            order.insert(place, at: rank(of: people[place].number))
        }
    }

    /// The position of a person, who must be in the list.
    func position(of number: UInt32) -> Int { order[rank(of: number)] }

    private func rank(of number: UInt32) -> Int {
        order.lowerBound { people[$0].number < number }
    }
}
