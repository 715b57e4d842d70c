import CalculatorEngine
import RoomClient
import SharedRoom

/// The keys that a visitor has typed, and the state of its replica over time. Times are in milliseconds.
struct VisitorRecord {
    /// A period in which the page would show a problem: no connection, not current, or refused keys.
    struct Disruption: Equatable {
        let beginning: Int64
        var end: Int64?
    }

    private(set) var pressed: [Key] = []
    private var pressTimes: [Int64] = []
    /// The times at which keys were confirmed, in the order of the keys.
    private var confirmTimes: [Int64] = []
    private(set) var disruptions: [Disruption] = []
    private(set) var participant: UInt32?
    private(set) var sequence: Int64 = 0
    private(set) var hash: UInt64 = 0
    private(set) var display: [UInt8] = []
    private(set) var epochs: Set<UInt64> = []
    private(set) var refusedCount = 0
    /// The number of keys that the visitor gave up, because nobody knows whether they were applied.
    var unsureCount = 0
    private(set) var connection = ""
    var failure: String?
    var hasLeft = false
    private var isRefused = false
}

extension VisitorRecord {
    var confirmedCount: Int { confirmTimes.count }

    var hasAllConfirmed: Bool { confirmedCount == pressed.count }

    /// True if there is no disruption now.
    var isUndisturbed: Bool { disruptions.last.map { $0.end != nil } ?? true }

    mutating func press(_ key: Key, at now: Int64) {
        pressed.append(key)
        pressTimes.append(now)
    }

    /// Records the state of the replica.
    mutating func observe(_ replica: Replica, at now: Int64) {
        while confirmTimes.count < pressed.count - replica.pendingCount { confirmTimes.append(now) }
        participant = replica.you
        connection = "\(replica.view.connection)"
        display = replica.view.display.main.text
        for case .refused in replica.view.notices {
            refusedCount += 1
            isRefused = true
        }
        if replica.pendingCount == 0 { isRefused = false }
        if participant != nil { noteDisruption(replica.view.connection, at: now) }
        if replica.view.offer != nil { failure = "cannot know whether keys were applied" }
        guard let room = replica.confirmed else { return }
        (sequence, hash) = (room.sequence, room.hash)
        epochs.insert(replica.epoch)
    }

    /// Uses the same condition as static/room/status.js.
    private mutating func noteDisruption(_ connection: ConnectionState, at now: Int64) {
        let isWrong = connection != .joined(isCurrent: true) || isRefused
        guard isWrong == isUndisturbed else { return }
        if isWrong {
            disruptions.append(Disruption(beginning: now))
        } else {
            disruptions[disruptions.count - 1].end = now
        }
    }
}

/// Recovery after a fault.
extension VisitorRecord {
    /// The time at which all keys typed until `moment` were confirmed and no disruption was left. Nil until
    /// then.
    func recoveryTime(after moment: Int64) -> Int64? {
        let typed = pressTimes.count { $0 <= moment }
        guard isUndisturbed, confirmTimes.count >= typed else { return nil }
        return max(typed == 0 ? 0 : confirmTimes[typed - 1], disruptions.last?.end ?? 0)
    }

    /// True if a disruption began at or after `moment`.
    func wasDisrupted(since moment: Int64) -> Bool {
        (disruptions.last?.beginning ?? 0) >= moment
    }

    /// True if a key was typed at or after `moment`, and confirmed.
    func hasTyped(since moment: Int64) -> Bool {
        confirmTimes.last.map { $0 >= moment && pressTimes[confirmTimes.count - 1] >= moment }
            ?? false
    }

    var longestDisruption: Int64 { disruptions.map { ($0.end ?? .max) - $0.beginning }.max() ?? 0 }
}
