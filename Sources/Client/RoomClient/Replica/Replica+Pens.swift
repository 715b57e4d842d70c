import SharedRoom

/// The pens of the pending actions.
extension Replica {
    /// The number of pending actions, from the first, that may use `pen`, after which the replica takes the next one.
    /// Nil means all pending actions and new ones, because `pen` is this page's own.
    var settlingCount: Int? {
        guard pen.word != ownWord else { return nil }
        var count = 0
        while count < pending.count, pending[count].pen == pen.word { count += 1 }
        return count
    }

    /// Gives this page another pen, for new actions and for the pending ones from this index on.
    func renamePens(from index: Int) {
        ownWord = randomWord()
        for index in index..<pending.count { pending[index].pen = ownWord }
    }

    /// Marks the actions of earlier pages from this index on: a copy of this page may send or have sent them.
    func markSaved(from index: Int) {
        for index in index..<pending.count where pending[index].pen != ownWord {
            pending[index].isUnsure = true
        }
    }

    /// True if the room cannot have known this pen before. The room keeps the most recently used pens of a participant,
    /// so if it had forgotten this one, it would have used all others after the pen received its name.
    func isUnused(_ assigned: Welcome.You) -> Bool {
        guard you == nil || you == assigned.number,
            let pens = confirmed?.people[assigned.number]?.pens
        else { return false }
        if pens.count < RoomLimits.pensMax { return true }
        for pen in pens where pen.number != assigned.pen && pen.lastUsed <= origin { return true }
        return false
    }
}
