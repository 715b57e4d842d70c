import CalculatorEngine
import SharedRoom

/// Who of a room's participants is connected: to this edge, by how many sessions, and to others.
///
/// Nothing is told at once. When it is time, the list of those who are here is compared with the list
/// that was told last; so whoever came and went meanwhile costs nothing.
///
/// Only so many are told by name, of the others their number. Whoever is listed stays so. A free place
/// goes to the next who comes, not to somebody who is here already: else a thousand who leave one
/// after the other would each bring another name to everybody who is left.
///
/// Spectators have no numbers. To tell other edges how many are here, an edge announces as many
/// numbers from the end of the range, which no participant reaches.
struct Attendance {
    private struct Visitor {
        let number: UInt32
        var sessions: Int
    }

    /// What has changed since it was told last.
    struct News: Equatable {
        var came: [UInt32] = []
        var gone: [UInt32] = []

        var isEmpty: Bool { came.isEmpty && gone.isEmpty }
    }

    /// In the order of their numbers.
    private var visitors: [Visitor] = []
    /// In the order of participants, then of edges.
    private var elsewhere: [OpenedRoom.Presence] = []
    /// Who was here when the sessions of this edge were told last.
    private var told: [UInt32] = []
    /// Those of them whom the sessions know by name.
    private(set) var listed: [UInt32] = []
    /// Spectators at this edge.
    var spectatorsHere = 0
    /// Spectators at all edges when the sessions of this edge were told last.
    private(set) var toldWatching: UInt32 = 0
    /// Whom the store knows to be here at this edge.
    private var announced: [UInt32] = []

    mutating func come(_ number: UInt32) {
        let index = visitors.lowerBound { $0.number < number }
        if index < visitors.count, visitors[index].number == number {
            visitors[index].sessions += 1
        } else {
            visitors.insert(Visitor(number: number, sessions: 1), at: index)
        }
    }

    mutating func go(_ number: UInt32) {
        let index = visitors.lowerBound { $0.number < number }
        guard index < visitors.count, visitors[index].number == number else { return }
        visitors[index].sessions -= 1
        if visitors[index].sessions == 0 { visitors.remove(at: index) }
    }

    /// True if a participant is connected, to this edge or to another.
    func isPresent(_ number: UInt32) -> Bool {
        let other = elsewhere.lowerBound { $0.participant < number }
        return isHere(number) || other < elsewhere.count && elsewhere[other].participant == number
    }

    /// True if a participant is connected to this edge.
    func isHere(_ number: UInt32) -> Bool {
        let index = visitors.lowerBound { $0.number < number }
        return index < visitors.count && visitors[index].number == number
    }

    private static let firstSpectator = UInt32.max - 9_999

    /// Spectators at all edges.
    var spectatorCount: Int { spectatorsHere + elsewhere.count - participantsElsewhereCount }

    /// Participants at other edges, once for each edge.
    var participantsElsewhereCount: Int {
        elsewhere.lowerBound { $0.participant < Self.firstSpectator }
    }

    /// What another edge says of itself.
    mutating func change(edge: UInt32, came: [UInt32], gone: [UInt32]) {
        for number in came { change(number, edge, isHere: true) }
        for number in gone { change(number, edge, isHere: false) }
    }

    private mutating func change(_ number: UInt32, _ edge: UInt32, isHere: Bool) {
        let index = elsewhere.lowerBound { ($0.participant, $0.edge) < (number, edge) }
        let presence = OpenedRoom.Presence(edge: edge, participant: number)
        let isKnown = index < elsewhere.count && elsewhere[index] == presence
        if isHere && !isKnown { elsewhere.insert(presence, at: index) }
        if !isHere && isKnown { elsewhere.remove(at: index) }
    }

    /// The room was opened anew: the store knows nobody of this edge any more.
    mutating func reopen(_ present: [OpenedRoom.Presence]) {
        elsewhere = []
        announced = []
        for presence in present { change(presence.participant, presence.edge, isHere: true) }
    }

    /// How many were here, if they were not all listed.
    var toldCount: UInt32? {
        told.count == listed.count ? nil : UInt32(told.count)
    }

    /// What the sessions are to be told of those whom the room knows; nil when it is nothing.
    mutating func news(of people: People, listedMax: Int) -> News? {
        let present = present.filter { people[$0] != nil }
        let names = names(among: present, listedMax)
        let news = News(from: listed, to: names)
        let watching = UInt32(spectatorCount)
        let isNothing = news.isEmpty && present.count == told.count && watching == toldWatching
        (told, listed, toldWatching) = (present, names, watching)
        return isNothing ? nil : news
    }

    private func names(among present: [UInt32], _ listedMax: Int) -> [UInt32] {
        guard present.count > listedMax else { return present }
        var free = listedMax - present.count { listed.holds($0) }
        return present.filter { number in
            if listed.holds(number) { return true }
            guard free > 0, !told.holds(number) else { return false }
            free -= 1
            return true
        }
    }

    /// What the store is to be told.
    mutating func announcement() -> News {
        let spectators = UInt32(min(spectatorsHere, 10_000))
        let here = visitors.map(\.number) + (0..<spectators).map { Self.firstSpectator + $0 }
        defer { announced = here }
        return News(from: announced, to: here)
    }

    /// Here or elsewhere, each once, in the order of their numbers.
    private var present: [UInt32] {
        var numbers: [UInt32] = []
        numbers.reserveCapacity(visitors.count + elsewhere.count)
        var other = 0
        for visitor in visitors {
            while other < elsewhere.count, elsewhere[other].participant <= visitor.number {
                numbers.appendOnce(elsewhere[other].participant)
                other += 1
            }
            numbers.appendOnce(visitor.number)
        }
        for presence in elsewhere[other...] { numbers.appendOnce(presence.participant) }
        return numbers
    }
}

extension Attendance.News {
    /// Both lists ascend.
    fileprivate init(from old: [UInt32], to new: [UInt32]) {
        self.init()
        var place = 0
        for number in new {
            while place < old.count, old[place] < number {
                gone.append(old[place])
                place += 1
            }
            if place < old.count, old[place] == number { place += 1 } else { came.append(number) }
        }
        gone += old[place...]
    }
}

extension [UInt32] {
    /// For lists that ascend.
    fileprivate func holds(_ number: UInt32) -> Bool {
        let place = lowerBound { $0 < number }
        return place < count && self[place] == number
    }

    fileprivate mutating func appendOnce(_ number: UInt32) {
        if last != number { append(number) }
    }
}
