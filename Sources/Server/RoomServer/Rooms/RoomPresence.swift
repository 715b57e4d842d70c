import CalculatorEngine
import SharedRoom

/// The connected participants of a room: at this edge, with their sessions, and at other edges.
///
/// Changes are not sent at once. When they are due, the current list is compared with the list that was sent
/// last. Participants who connected and left in between cost nothing.
///
/// Only a limited number of participants is sent by name. A listed participant stays listed. A free position
/// goes to the next participant who connects, not to one who is already present: otherwise, if a thousand
/// people leave one after the other, each of them would bring a new name to all who are left.
///
/// Spectators have no participant numbers. An edge announces its spectators to other edges as numbers at the
/// end of the range, which no participant reaches in practice.
struct RoomPresence {
    private struct LocalParticipant {
        let number: UInt32
        var sessions: Int
    }

    /// The changes since a list was last sent.
    struct Changes: Equatable {
        var came: [UInt32] = []
        var gone: [UInt32] = []

        var isEmpty: Bool { came.isEmpty && gone.isEmpty }
    }

    /// In the order of participant numbers.
    private var local: [LocalParticipant] = []
    /// In the order of participant numbers, then of edges.
    private var remote: [OpenedRoom.Presence] = []
    /// The present participants when the sessions of this edge last received changes.
    private var sent: [UInt32] = []
    /// The participants among `sent` that were sent by name.
    private(set) var listed: [UInt32] = []
    /// Spectators at this edge.
    var localSpectatorCount = 0
    /// Spectators at all edges when the sessions of this edge last received changes.
    private(set) var sentSpectatorCount: UInt32 = 0
    /// The numbers that this edge last announced to the store.
    private var announced: [UInt32] = []

    mutating func add(_ number: UInt32) {
        let index = local.lowerBound { $0.number < number }
        if index < local.count, local[index].number == number {
            local[index].sessions += 1
        } else {
            local.insert(LocalParticipant(number: number, sessions: 1), at: index)
        }
    }

    mutating func remove(_ number: UInt32) {
        let index = local.lowerBound { $0.number < number }
        guard index < local.count, local[index].number == number else { return }
        local[index].sessions -= 1
        if local[index].sessions == 0 { local.remove(at: index) }
    }

    /// True if a participant is connected to any edge.
    func isPresent(_ number: UInt32) -> Bool {
        let other = remote.lowerBound { $0.participant < number }
        return isLocal(number) || other < remote.count && remote[other].participant == number
    }

    /// True if a participant is connected to this edge.
    func isLocal(_ number: UInt32) -> Bool {
        let index = local.lowerBound { $0.number < number }
        return index < local.count && local[index].number == number
    }

    private static let spectatorsAnnouncedMax: UInt32 = 10_000
    private static let firstSpectator = UInt32.max - (spectatorsAnnouncedMax - 1)

    /// Spectators at all edges.
    var spectatorCount: Int { localSpectatorCount + remote.count - remoteParticipantCount }

    /// Participants at other edges. One who is at several edges counts several times.
    var remoteParticipantCount: Int {
        remote.lowerBound { $0.participant < Self.firstSpectator }
    }

    /// Applies the announcement of another edge.
    mutating func updateRemote(edge: UInt32, came: [UInt32], gone: [UInt32]) {
        for number in came { setRemote(number, edge, isPresent: true) }
        for number in gone { setRemote(number, edge, isPresent: false) }
    }

    private mutating func setRemote(_ number: UInt32, _ edge: UInt32, isPresent: Bool) {
        let index = remote.lowerBound { ($0.participant, $0.edge) < (number, edge) }
        let presence = OpenedRoom.Presence(edge: edge, participant: number)
        let isKnown = index < remote.count && remote[index] == presence
        if isPresent && !isKnown { remote.insert(presence, at: index) }
        if !isPresent && isKnown { remote.remove(at: index) }
    }

    /// Replaces the remote list and forgets this edge's announcements, because the store has lost them.
    mutating func reset(_ present: [OpenedRoom.Presence]) {
        remote = []
        announced = []
        for presence in present { setRemote(presence.participant, presence.edge, isPresent: true) }
    }

    /// The number of present participants, if not all of them are listed.
    var sentCount: UInt32? {
        sent.count == listed.count ? nil : UInt32(sent.count)
    }

    /// The changes that the sessions have not received; nil if there are none. Participants without an
    /// entry in `people` are left out.
    mutating func changesToSend(of people: People, listedMax: Int) -> Changes? {
        let present = present.filter { people[$0] != nil }
        let newListed = listedParticipants(among: present, listedMax)
        let changes = Changes(from: listed, to: newListed)
        let spectators = UInt32(spectatorCount)
        let isUnchanged =
            changes.isEmpty && present.count == sent.count && spectators == sentSpectatorCount
        (sent, listed, sentSpectatorCount) = (present, newListed, spectators)
        return isUnchanged ? nil : changes
    }

    private func listedParticipants(among present: [UInt32], _ listedMax: Int) -> [UInt32] {
        guard present.count > listedMax else { return present }
        var free = listedMax - present.count { listed.containsSorted($0) }
        return present.filter { number in
            if listed.containsSorted(number) { return true }
            guard free > 0, !sent.containsSorted(number) else { return false }
            free -= 1
            return true
        }
    }

    /// The changes that the store has not received.
    mutating func changesToAnnounce() -> Changes {
        let spectators = UInt32(min(localSpectatorCount, Int(Self.spectatorsAnnouncedMax)))
        let present = local.map(\.number) + (0..<spectators).map { Self.firstSpectator + $0 }
        defer { announced = present }
        return Changes(from: announced, to: present)
    }

    /// The participants at all edges, each once, in the order of their numbers.
    private var present: [UInt32] {
        var numbers: [UInt32] = []
        numbers.reserveCapacity(local.count + remote.count)
        var other = 0
        for participant in local {
            while other < remote.count, remote[other].participant <= participant.number {
                numbers.appendIfNew(remote[other].participant)
                other += 1
            }
            numbers.appendIfNew(participant.number)
        }
        for presence in remote[other...] { numbers.appendIfNew(presence.participant) }
        return numbers
    }
}

extension RoomPresence.Changes {
    /// Both lists must be in ascending order.
    fileprivate init(from old: [UInt32], to new: [UInt32]) {
        self.init()
        var index = 0
        for number in new {
            while index < old.count, old[index] < number {
                gone.append(old[index])
                index += 1
            }
            if index < old.count, old[index] == number { index += 1 } else { came.append(number) }
        }
        gone += old[index...]
    }
}

extension [UInt32] {
    /// The list must be in ascending order.
    fileprivate func containsSorted(_ number: UInt32) -> Bool {
        let index = lowerBound { $0 < number }
        return index < count && self[index] == number
    }

    fileprivate mutating func appendIfNew(_ number: UInt32) {
        if last != number { append(number) }
    }
}
