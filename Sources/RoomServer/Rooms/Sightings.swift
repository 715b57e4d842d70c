import SharedRoom

/// The times at which this edge last saw participants enter or leave, to find the one who has been
/// absent for longest.
struct Sightings {
    private struct Sighting {
        let number: UInt32
        var time: Int64
    }

    /// In the order of participants' numbers.
    private var all: [Sighting] = []
    /// Participants who were seen since the last `stamp`.
    private var fresh: [UInt32] = []

    /// Nil if this edge has not seen the participant.
    func time(of number: UInt32) -> Int64? {
        let place = all.lowerBound { $0.number < number }
        return place < all.count && all[place].number == number ? all[place].time : nil
    }

    mutating func see(_ number: UInt32) {
        fresh.append(number)
    }

    mutating func see(_ number: UInt32, at now: Int64) {
        let place = all.lowerBound { $0.number < number }
        if place < all.count, all[place].number == number {
            all[place].time = now
        } else {
            all.insert(Sighting(number: number, time: now), at: place)
        }
    }

    /// Gives fresh sightings their time. Forgets participants who are no longer in the room.
    mutating func stamp(at now: Int64, _ people: People) {
        guard !fresh.isEmpty else { return }
        for number in fresh { see(number, at: now) }
        fresh.removeAll(keepingCapacity: true)
        if all.count > RoomLimits.peopleMax { all.removeAll { people[$0.number] == nil } }
    }
}
