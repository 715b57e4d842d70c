import SharedRoom

/// The rooms of a store in memory. Answers are known when a command returns.
struct MemoryBackend {
    let clock: @Sendable () -> Int64
    let random: @Sendable () -> UInt64
    /// For read tokens.
    let secret: UInt64
    let eventsKeptMax: Int
    let compact: Compactor
    /// The rooms with events, and those that are open.
    private(set) var logs: [RoomName: MemoryLog] = [:]
    var isWritable = true
    private(set) var commits = CommitCounts()

    /// Begins again with these logs. Without their epochs, rooms begin new ones in the order of their names.
    mutating func restore(_ logs: [RoomName: MemoryLog], keepingEpochs: Bool) {
        self.logs = logs
        guard !keepingEpochs else { return }
        let names = logs.keys.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        for name in names { self.logs[name]?.epoch = random() }
    }

    mutating func perform(_ command: BackendCommand) -> BackendEvent? {
        switch command {
        case .load(let name, let id): return .loaded(name, id, load(name))
        case .append(let name, let id, let drafts):
            guard isWritable else { return .failed(name, id, .unavailable) }
            return .appended(name, id, append(drafts, to: name))
        case .forget(let name, let id):
            guard isWritable else { return .failed(name, id, .unavailable) }
            logs[name] = nil
            return .forgotten(name, id)
        case .release(let name):
            if logs[name]?.isEmpty == true { logs[name] = nil }
            return nil
        case .head, .announce, .catchUp: return nil
        }
    }

    private mutating func load(_ name: RoomName) -> LoadedRoom {
        let log = logs[name] ?? MemoryLog(epoch: random())
        logs[name] = log
        return LoadedRoom(room: opened(log), head: log.head)
    }

    private mutating func append(_ drafts: [Draft], to name: RoomName) -> [Event] {
        let events = logs[name, default: MemoryLog(epoch: 0)].append(drafts, at: clock())
        commits.events.note(Int64(events.count))
        logs[name]?.compact(beyond: eventsKeptMax, with: compact)
        return events
    }

    func opened(_ log: MemoryLog) -> OpenedRoom {
        OpenedRoom(epoch: log.epoch, secret: secret, snapshot: log.snapshot, events: log.events)
    }

    /// The stored events of a room, if any.
    func stored(_ name: RoomName) -> MemoryLog? {
        logs[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}
