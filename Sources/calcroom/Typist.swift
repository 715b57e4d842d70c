import CalculatorEngine
import RoomClient
import SharedRoom
import WebServer

/// Types keys in a room and sees what becomes of them.
struct Typist {
    private let visit: VisitedRoom
    /// Without anything new for so many milliseconds, there will be nothing.
    private let patience: Int64
    /// The first key that had no effect, and why.
    private var mistake: (key: String, reason: VoidReason)?

    init(_ visit: VisitedRoom, seconds: Int64) {
        self.visit = visit
        patience = seconds * 1_000
    }

    /// What the room shows when every key is decided.
    mutating func type(_ keys: [Key]) throws(CommandError) -> String {
        try wait("Nobody was let in") { $0.isJoined }
        guard visit.replica.you != nil else {
            throw .failed("The room is closed: nobody presses there any more.")
        }
        for key in keys { visit.press(key) }
        while visit.replica.pendingCount > 0 {
            let left = visit.replica.pendingCount
            try wait("\(keys.count - left) of \(keys.count) keys were confirmed") { visit in
                visit.replica.pendingCount < left || !visit.replica.view.question.isEmpty
            }
            guard visit.replica.view.question.isEmpty else {
                throw .failed("Nobody knows whether the last \(left) keys were taken.")
            }
        }
        if let mistake {
            throw .failed("\(mistake.key) had no effect: \(Self.text(mistake.reason)).")
        }
        return String(decoding: visit.replica.view.display.main.text, as: UTF8.self)
    }

    private mutating func wait(
        _ soFar: String, until isDone: (VisitedRoom) -> Bool
    ) throws(CommandError) {
        let deadline = RoomVisit.now + patience
        while !isDone(visit) {
            try visit.turn(until: deadline)
            noteMistake()
            guard RoomVisit.now < deadline else {
                throw .failed(
                    "\(soFar), and then nothing came for \(patience / 1_000) seconds.")
            }
        }
    }

    private mutating func noteMistake() {
        for case .void(.plain(.press(let key)), let reason) in visit.replica.view.notices
        where mistake == nil {
            mistake = ("\(key.name)", reason)
        }
        visit.takeChanges()
    }

    private static func text(_ reason: VoidReason) -> String {
        switch reason {
        case .locked: "the keypad is locked"
        case .closed: "the room is closed"
        case .deleted: "the room was deleted"
        case .stranger: "you were removed from the room"
        case .sequence, .made, .notMade, .pen, .again, .gap, .door, .full, .host, .oneself, .step,
            .nobody, .name, .line, .link, .bill:
            "\(reason.name)"
        }
    }
}
