import CSQLite
import RoomStore
import SeededNumbers

/// A disk in memory that forgets what was not synced when its power is cut, and fails now and then.
///
/// `SQLiteOptions.system` takes its name. It is used from several threads, and everything in it is
/// behind its lock.
final class Disk: Sendable {
    struct State {
        /// The folder as programs see it, and as it is sure to be on the disk.
        var files: [String: DiskFile] = [:]
        var syncedFiles: [String: DiskFile] = [:]
        var random: SplitMix
        /// So many changes from now on the power is cut.
        var changesLeft: Int?
        /// One change in so many fails, and then for some time none; nil is none.
        var failurePeriod: Int?
        var calmLeft = 0
        var isOff = false
        var failureCount = 0
    }

    let name: String
    let state: Guarded<State>
    private let system: DiskSystem

    /// A number of its own among the disks in use, and what is on it.
    init(_ number: Int, seed: UInt64, _ contents: [String: [UInt8]] = [:]) {
        name = "disk-\(number)"
        var state = State(random: SplitMix(seed: seed))
        state.files = contents.mapValues { DiskFile($0) }
        state.syncedFiles = state.files
        self.state = Guarded(state)
        system = DiskSystem(name)
        system.register(for: self)
    }

    /// Nobody may have anything open on it.
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

    /// What is there after a power cut now that takes everything that was not synced.
    var syncedContents: [String: [UInt8]] {
        state.withLock { $0.syncedFiles.mapValues(\.synced) }
    }

    /// What is there when the power is back. If only the program was killed, the system's own memory
    /// still has everything.
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

extension Disk.State {
    enum Chance {
        case works
        case fails
        case isOff
    }

    /// What becomes of the next change.
    mutating func next() -> Chance {
        if let left = changesLeft {
            if left <= 0 { isOff = true }
            changesLeft = left - 1
        }
        if isOff { return .isOff }
        calmLeft -= 1
        guard let failurePeriod, calmLeft < 0, random.next(below: failurePeriod) == 0 else {
            return .works
        }
        failureCount += 1
        calmLeft = 20
        return .fails
    }

    /// Nothing of it is written, or a part, or all.
    mutating func write(_ bytes: [UInt8], at place: Int, to file: DiskFile) -> Int32 {
        switch next() {
        case .works:
            file.change(.write(bytes, at: place))
            return SQLITE_OK
        case .fails:
            let isFull = random.bool()
            let count = [0, random.next(below: bytes.count), isFull ? 0 : bytes.count]
            file.change(.write(Array(bytes.prefix(random.element(of: count))), at: place))
            return isFull ? SQLITE_FULL : DiskError.write
        case .isOff:
            return DiskError.write
        }
    }

    mutating func truncate(_ file: DiskFile, to count: Int) -> Int32 {
        guard next() == .works else { return DiskError.truncate }
        file.change(.cut(to: count))
        return SQLITE_OK
    }

    mutating func sync(_ handle: DiskHandle) -> Int32 {
        let file = handle.file
        let chance = next()
        if chance == .fails { file.failSync(&random) }
        let isTold = handle.lossCount == file.lossCount
        handle.lossCount = file.lossCount
        guard chance == .works, isTold else { return DiskError.sync }
        file.sync()
        if handle.syncsFolder {
            handle.syncsFolder = false
            syncedFiles = files
        }
        return SQLITE_OK
    }

    mutating func delete(_ name: String, syncsFolder: Bool) -> Int32 {
        guard next() == .works else { return DiskError.delete }
        guard files.removeValue(forKey: name) != nil else { return DiskError.nothingToDelete }
        if syncsFolder { syncedFiles = files }
        return SQLITE_OK
    }

    mutating func open(
        _ name: String?, _ flags: Int32, for disk: Disk
    ) -> DiskHandle? {
        guard !isOff else { return nil }
        // A file without a name is for the moment, and whoever opened it has it alone.
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
