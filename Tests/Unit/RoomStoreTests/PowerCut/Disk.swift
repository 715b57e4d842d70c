import CSQLite
import RoomStore
import SQLiteStore
import SeededNumbers
import Synchronization

/// A simulated disk. A power cut loses data that were not synced, and writes may fail.
///
/// `SQLiteOptions.system` is its name. All threads can use it; its lock guards its state.
final class Disk: Sendable {
    struct State {
        /// The folder as programs see it.
        var files: [String: DiskFile] = [:]
        /// The durable folder.
        var syncedFiles: [String: DiskFile] = [:]
        var random: SplitMix
        /// The number of changes before the power is cut.
        var changesLeft: Int?
        /// One change in this many fails on average; nil if none fails.
        var failurePeriod: Int?
        /// The number of changes that do not fail after a failure.
        var changesUntilNextFailure = 0
        var isOff = false
        /// True if nothing becomes durable.
        var ignoresSyncs = false
        var failureCount = 0
    }

    let name: String
    let state: Guarded<State>
    private let system: DiskSystem

    /// The number of disks so far, for their names.
    private static let count = Atomic(0)

    init(seed: UInt64, _ contents: [String: [UInt8]] = [:]) {
        name = "disk-\(Self.count.add(1, ordering: .relaxed).newValue)"
        var state = State(random: SplitMix(seed: seed))
        state.files = contents.mapValues { DiskFile($0) }
        state.syncedFiles = state.files
        self.state = Guarded(state)
        system = DiskSystem(name)
        system.register(for: self)
    }

    /// Call it when no file of the disk is open.
    func remove() { system.unregister() }

    var isOff: Bool { state.withLock { $0.isOff } }

    func cutPower(afterChanges count: Int, failurePeriod: Int?) {
        state.withLock { state in
            state.changesLeft = count
            state.failurePeriod = failurePeriod
        }
    }

    func cutPower() {
        state.withLock { $0.isOff = true }
    }

    /// The contents if a power cut now lost everything that was not synced.
    var syncedContents: [String: [UInt8]] {
        state.withLock { $0.syncedFiles.mapValues(\.synced) }
    }

    /// The contents after a power cut, or after only the process was killed: then the system still has all writes.
    func contents(isPowerCut: Bool) -> [String: [UInt8]] {
        state.withLock { state in
            var contents: [String: [UInt8]] = [:]
            for name in Set(state.files.keys).union(state.syncedFiles.keys).sorted() {
                let (file, synced) = (state.files[name], state.syncedFiles[name])
                if !isPowerCut {
                    contents[name] = file?.content
                } else if let left = file === synced || state.random.bool() ? synced : file {
                    contents[name] = left.afterPowerCut(&state.random)
                }
            }
            return contents
        }
    }
}

extension Disk {
    /// The options of a store on this disk, with small limits.
    func options(_ path: String, boot: UInt64, _ epochs: TestRandom) -> SQLiteOptions {
        var options = SQLiteOptions(
            path: path,
            StoreOptions(
                clock: { 1_790_000_000_000 }, random: { epochs.next() },
                compact: RoomSummary.compact, rules: 1))
        options.system = name
        options.boot = boot
        options.limits.roomJournalEventsMax = 8
        options.limits.history.eventsPerMilestone = 16
        options.limits.journalBytesMax = 1_000
        options.limits.logPagesMax = 12
        return options
    }
}

extension Disk.State {
    enum Outcome {
        case succeeds
        case fails
        case isOff
    }

    /// The outcome of the next change.
    mutating func next() -> Outcome {
        if let left = changesLeft {
            if left <= 0 { isOff = true }
            changesLeft = left - 1
        }
        if isOff { return .isOff }
        changesUntilNextFailure -= 1
        guard let failurePeriod, changesUntilNextFailure < 0,
            random.next(below: failurePeriod) == 0
        else { return .succeeds }
        failureCount += 1
        changesUntilNextFailure = 20
        return .fails
    }

    /// If it fails, nothing, a part or everything is written.
    mutating func write(_ bytes: [UInt8], at place: Int, to file: DiskFile) -> Int32 {
        switch next() {
        case .succeeds:
            file.change(.write(bytes, at: place))
            return SQLITE_OK
        case .fails:
            // A full disk refuses only bytes that the file does not have yet.
            let isFull = random.bool() && place + bytes.count > file.content.count
            let count = [0, random.next(below: bytes.count), isFull ? 0 : bytes.count]
            file.change(.write(Array(bytes.prefix(random.element(of: count))), at: place))
            return isFull ? SQLITE_FULL : DiskError.write
        case .isOff:
            return DiskError.write
        }
    }

    mutating func truncate(_ file: DiskFile, to count: Int) -> Int32 {
        guard next() == .succeeds else { return DiskError.truncate }
        file.change(.cut(to: count))
        return SQLITE_OK
    }

    mutating func sync(_ handle: DiskHandle) -> Int32 {
        let file = handle.file
        let outcome = next()
        if outcome == .fails { file.failSync(&random) }
        let hasSeenLosses = handle.lossCount == file.lossCount
        handle.lossCount = file.lossCount
        guard outcome == .succeeds, hasSeenLosses else { return DiskError.sync }
        if ignoresSyncs { return SQLITE_OK }
        file.sync()
        if handle.syncsFolder {
            handle.syncsFolder = false
            syncedFiles = files
        }
        return SQLITE_OK
    }

    mutating func delete(_ name: String, syncsFolder: Bool) -> Int32 {
        guard next() == .succeeds else { return DiskError.delete }
        guard files.removeValue(forKey: name) != nil else { return DiskError.nothingToDelete }
        if syncsFolder { syncedFiles = files }
        return SQLITE_OK
    }

    mutating func open(
        _ name: String?, _ flags: Int32, for disk: Disk
    ) -> DiskHandle? {
        guard !isOff else { return nil }
        // A file without a name is temporary and has one handle.
        guard let name else { return DiskHandle(disk, DiskFile(), "", syncsFolder: false) }
        if files[name] == nil {
            guard flags & SQLITE_OPEN_CREATE != 0 else { return nil }
            files[name] = DiskFile()
            let isLog = flags & (SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL) != 0
            return opened(name, for: disk, syncsFolder: isLog)
        }
        return opened(name, for: disk, syncsFolder: false)
    }

    private func opened(_ name: String, for disk: Disk, syncsFolder: Bool) -> DiskHandle? {
        guard let file = files[name] else { return nil }
        let handle = DiskHandle(disk, file, name, syncsFolder: syncsFolder)
        file.handles.append(handle)
        return handle
    }
}
