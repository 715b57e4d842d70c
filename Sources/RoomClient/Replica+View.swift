import SharedRoom

extension Replica {
    public var view: ReplicaView { ReplicaView(of: self) }

    /// What has changed since this was asked last. Keys and notices are those since then, too.
    public mutating func takeChanges() -> ViewChanges {
        var taken = changes
        let tape = DrawnTape(hash: predicted.tape.hash, unconfirmedCount: unconfirmedLineCount)
        if tape == drawnTape { taken.remove(.tape) }
        drawnTape = tape
        changes = []
        keys = []
        notices = []
        return taken
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
