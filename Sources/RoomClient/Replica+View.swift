import SharedRoom

extension Replica {
    public var view: ReplicaView { ReplicaView(of: self) }

    /// What has changed since changes were taken last. Keys and notices are those since then, too.
    var untakenChanges: ViewChanges {
        tape == drawnTape ? changes.subtracting(.tape) : changes
    }

    @discardableResult
    public func takeChanges() -> ViewChanges {
        let taken = untakenChanges
        drawnTape = tape
        changes = []
        keys = []
        notices = []
        return taken
    }

    private var tape: DrawnTape {
        DrawnTape(hash: predicted.tape.hash, unconfirmedCount: unconfirmedLineCount)
    }

    /// Unconfirmed lines are the last ones.
    private var unconfirmedLineCount: Int {
        let lines = predicted.tape.lines
        let confirmed = confirmed?.sequence ?? 0
        var count = 0
        while count < lines.count, lines[lines.count - 1 - count].sequence > confirmed {
            count += 1
        }
        return count
    }
}

/// The tape as the page has it. It is the largest part of a view, and most keys leave it as it is.
struct DrawnTape: Equatable {
    let hash: UInt64
    let unconfirmedCount: Int
}
