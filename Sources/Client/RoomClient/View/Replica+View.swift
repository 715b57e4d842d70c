import SharedRoom

extension Replica {
    public var view: ReplicaView { ReplicaView(of: self) }

    /// The changes since the last `consumeChanges`. `keys` and `notices` also cover that time.
    var unconsumedChanges: ViewChanges {
        isTapeDrawn ? changes.subtracting(.tape) : changes
    }

    @discardableResult
    public func consumeChanges() -> ViewChanges {
        let consumed = unconsumedChanges
        if consumed.contains(.tape) { drawnTape = tape }
        changes = []
        keys = []
        notices = []
        return consumed
    }

    /// True if the page has the current tape. Most keys do not change it.
    private var isTapeDrawn: Bool {
        drawnTape?.tape.hash == predicted.tape.hash
            && drawnTape?.unconfirmedCount == tape.unconfirmedCount
    }

    private var tape: DrawnTape {
        DrawnTape(tape: predicted.tape, confirmed: confirmed?.sequence ?? 0)
    }
}
