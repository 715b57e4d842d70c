import CalculatorEngine
import RoomClient
import SharedRoom

/// What a visitor has seen, and when, in milliseconds.
struct Sight {
    /// A time for which the page told that something was wrong: no connection, not current, or keys that
    /// were not taken.
    struct Trouble: Equatable {
        let beginning: Int64
        var end: Int64?
    }

    private(set) var pressed: [Key] = []
    private var pressTimes: [Int64] = []
    /// Those of the first keys, which were confirmed.
    private var confirmTimes: [Int64] = []
    private(set) var troubles: [Trouble] = []
    private(set) var participant: UInt32?
    private(set) var sequence: Int64 = 0
    private(set) var hash: UInt64 = 0
    private(set) var display: [UInt8] = []
    private(set) var epochs: Set<UInt64> = []
    private(set) var refusedCount = 0
    private(set) var connection = ""
    var failure: String?
    var hasLeft = false
    private var isRefused = false
}

extension Sight {
    var confirmedCount: Int { confirmTimes.count }

    var hasAllConfirmed: Bool { confirmedCount == pressed.count }

    /// Whether nothing is wrong now.
    var isCalm: Bool { troubles.last.map { $0.end != nil } ?? true }

    mutating func press(_ key: Key, at now: Int64) {
        pressed.append(key)
        pressTimes.append(now)
    }

    mutating func look(at replica: Replica, _ now: Int64) {
        while confirmTimes.count < pressed.count - replica.pendingCount { confirmTimes.append(now) }
        participant = replica.you
        connection = "\(replica.view.connection)"
        display = replica.view.display.main.text
        for case .refused in replica.view.notices {
            refusedCount += 1
            isRefused = true
        }
        if replica.pendingCount == 0 { isRefused = false }
        if participant != nil { noteTrouble(replica.view.connection, at: now) }
        if !replica.view.question.isEmpty { failure = "was asked what to send" }
        guard let room = replica.confirmed else { return }
        (sequence, hash) = (room.sequence, room.hash)
        epochs.insert(replica.epoch)
    }

    /// As state.js has it.
    private mutating func noteTrouble(_ connection: ConnectionState, at now: Int64) {
        let isWrong = connection != .joined(isCurrent: true) || isRefused
        guard isWrong == isCalm else { return }
        if isWrong {
            troubles.append(Trouble(beginning: now))
        } else {
            troubles[troubles.count - 1].end = now
        }
    }
}

/// After something went wrong.
extension Sight {
    /// When everything was well again: no trouble, and confirmed what was typed by then. Nil if that is
    /// not so yet.
    func returned(to moment: Int64) -> Int64? {
        let typed = pressTimes.count { $0 <= moment }
        guard isCalm, confirmTimes.count >= typed else { return nil }
        return max(typed == 0 ? 0 : confirmTimes[typed - 1], troubles.last?.end ?? 0)
    }

    /// Whether something went wrong since then.
    func wasTroubled(since moment: Int64) -> Bool {
        (troubles.last?.beginning ?? 0) >= moment
    }

    /// Whether a key was typed since then, and confirmed.
    func hasTyped(since moment: Int64) -> Bool {
        confirmTimes.last.map { $0 >= moment && pressTimes[confirmTimes.count - 1] >= moment }
            ?? false
    }

    var longestTrouble: Int64 { troubles.map { ($0.end ?? .max) - $0.beginning }.max() ?? 0 }
}
