import CalculatorEngine
import SharedRoom

/// What comes of the events of a room, played once more.
struct PlayedLog {
    private(set) var room = Room()
    /// What each participant pressed with effect, in order.
    private(set) var pressed: [UInt32: [Key]] = [:]
    /// Actions that came again, and counted once.
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

extension Sight {
    /// What a log has otherwise than its visitor saw it: every key that was typed is to be there once, and
    /// the room the same.
    func faults(against log: PlayedLog) -> [String] {
        guard let participant else { return ["nobody was let in"] }
        let kept = log.pressed[participant] ?? []
        var faults: [String] = []
        if !hasAllConfirmed {
            faults.append("\(confirmedCount) of \(pressed.count) are confirmed, \(connection)")
        }
        if kept != pressed {
            faults.append("\(pressed.count) were typed, \(kept.count) are kept")
        }
        if (sequence, hash, display)
            != (log.room.sequence, log.room.hash, log.room.calculator.display.main.text)
        {
            faults.append("saw another room at \(sequence)")
        }
        return faults.map { "participant \(participant): \($0)" }
    }
}
