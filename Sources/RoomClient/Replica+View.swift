extension Replica {
    public var view: ReplicaView { ReplicaView(of: self) }

    /// What has changed since this was asked last. Keys and notices are those since then, too.
    public mutating func takeChanges() -> ViewChanges {
        let taken = changes
        changes = []
        keys = []
        notices = []
        return taken
    }
}
