import SharedRoom

extension Replica {
    public var view: ReplicaView { ReplicaView(of: self) }

    /// What has changed since changes were taken last. Keys and notices are those since then, too.
    var untakenChanges: ViewChanges {
        isTapeDrawn ? changes.subtracting(.tape) : changes
    }

    @discardableResult
    public func takeChanges() -> ViewChanges {
        let taken = untakenChanges
        if taken.contains(.tape) { drawnTape = tape }
        changes = []
        keys = []
        notices = []
        return taken
    }

    /// Most keys leave the tape as it is.
    private var isTapeDrawn: Bool {
        drawnTape?.tape.hash == predicted.tape.hash
            && drawnTape?.unconfirmedCount == tape.unconfirmedCount
    }

    private var tape: DrawnTape {
        DrawnTape(tape: predicted.tape, confirmed: confirmed?.sequence ?? 0)
    }
}
