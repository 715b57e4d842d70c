import SharedRoom

/// Trying something without the others.
extension Replica {
    /// From here on the calculator that is shown is in a room of one's own, in which nothing is locked.
    /// A replica that does so is never connected.
    public func goAlone(at now: Int64) -> [ReplicaAction] {
        keepTime(now)
        var room = provisional
        room.setCalculator(predicted.calculator)
        confirmed = room
        you = 1
        rebuild()
        changes = .all
        return finish(at: now)
    }
}
