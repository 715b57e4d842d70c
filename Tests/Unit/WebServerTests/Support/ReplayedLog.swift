import CalculatorEngine
import SharedRoom

/// The result of applying the stored events of a room.
struct ReplayedLog {
    private(set) var room = Room()
    /// The applied keys of each participant, in order.
    private(set) var pressed: [UInt32: [Key]] = [:]
    /// The number of resent actions that were void because they had been applied before.
    private(set) var repeatedCount = 0

    init(_ events: [Event]) {
        for event in events {
            let outcome = room.apply(event)
            if outcome.verdict == .void(.again) { repeatedCount += 1 }
            guard outcome.verdict == .applied, case .press(let key) = event.action,
                let author = event.signature?.author
            else { continue }
            pressed[author, default: []].append(key)
        }
    }
}

extension VisitorRecord {
    /// The differences between the stored events and the visitor's replica. Every typed key must be stored
    /// once, and the rooms must be equal.
    ///
    /// - Parameter lossesMax: The number of keys that may be lost.
    func faults(against log: ReplayedLog, lossesMax: Int = 0) -> [String] {
        guard let participant else { return ["did not join"] }
        let stored = log.pressed[participant] ?? []
        var faults: [String] = []
        if !hasAllConfirmed {
            faults.append("\(confirmedCount) of \(pressed.count) are confirmed, \(connection)")
        }
        var rest = pressed[...]
        let areInOrder = stored.allSatisfy { key in
            guard let place = rest.firstIndex(of: key) else { return false }
            rest = rest[(place + 1)...]
            return true
        }
        if !areInOrder || pressed.count - stored.count > lossesMax {
            faults.append("\(pressed.count) were typed, \(stored.count) are stored")
        }
        if (sequence, hash, display)
            != (log.room.sequence, log.room.hash, log.room.calculator.display.main.text)
        {
            faults.append(
                "has another room at \(sequence) (\(hash)) than the log at \(log.room.sequence) (\(log.room.hash))"
            )
        }
        return faults.map { "participant \(participant): \($0)" }
    }
}
