import CalculatorEngine

/// The participants of a room.
public struct People: Equatable, Sendable {
    /// In ascending order of their numbers, which is the order of arrival.
    public private(set) var all: [Participant] = []
    /// The sum of the participants' hashes.
    private(set) var hash: UInt64 = 0

    public init() {}

    public subscript(number: UInt32) -> Participant? {
        index(of: number).map { all[$0] }
    }

    public func pen(of number: UInt32, _ pen: UInt32) -> Participant.Pen? {
        index(of: number).flatMap { all[$0].pen(number: pen) }
    }

    public func participant(with identity: Fingerprint) -> Participant? {
        all.first { $0.identity == identity }
    }

    public var hostCount: Int {
        var count = 0
        for person in all where person.isHost { count += 1 }
        return count
    }

    func isHost(_ number: UInt32) -> Bool {
        index(of: number).map { all[$0].isHost } ?? false
    }

    /// Binary search: the numbers ascend.
    func index(of number: UInt32) -> Int? {
        let place = all.lowerBound { $0.number < number }
        return place < all.count && all[place].number == number ? place : nil
    }
}

extension People {
    mutating func append(_ person: Participant) {
        all.append(person)
        hash &+= person.hash
    }

    @discardableResult
    mutating func remove(_ number: UInt32) -> Participant? {
        guard let index = index(of: number) else { return nil }
        hash &-= all[index].hash
        return all.remove(at: index)
    }

    /// Changes a participant in place and updates the hash.
    @discardableResult
    mutating func change<Result>(
        _ number: UInt32, _ change: (inout Participant) -> Result
    ) -> Result? {
        guard let index = index(of: number) else { return nil }
        hash &-= all[index].hash
        defer { hash &+= all[index].hash }
        return change(&all[index])
    }

    mutating func changeAll(_ change: (inout Participant) -> Void) {
        for index in all.indices { change(&all[index]) }
        updateHash()
    }

    mutating func removeAll(where isGone: (Participant) -> Bool) {
        all.removeAll(where: isGone)
        updateHash()
    }

    private mutating func updateHash() {
        hash = 0
        for index in all.indices { hash &+= all[index].hash }
    }
}
