import SharedRoom

/// The times at which this edge last saw participants enter or leave, to find the one who has been
/// absent for longest.
struct Sightings {
    private struct Sighting {
        let number: UInt32
        var time: Int64
    }

    /// In the order of participant numbers.
    private var all: [Sighting] = []

    /// Nil if this edge has not seen the participant.
    func time(of number: UInt32) -> Int64? {
        let index = all.lowerBound { $0.number < number }
        return index < all.count && all[index].number == number ? all[index].time : nil
    }

    mutating func record(_ number: UInt32, at now: Int64) {
        let index = all.lowerBound { $0.number < number }
        if index < all.count, all[index].number == number {
            all[index].time = now
        } else {
            all.insert(Sighting(number: number, time: now), at: index)
        }
    }

    /// Removes participants who are no longer in the room if the list has grown beyond the largest room.
    mutating func prune(_ people: People) {
        if all.count > RoomLimits.peopleMax { all.removeAll { people[$0.number] == nil } }
    }
}
