import CSQLite

/// An open file, with its SQLite locks.
final class DiskHandle {
    let disk: Disk
    let file: DiskFile
    let name: String
    /// True if the first sync makes the entry in the folder durable, as SQLite does for its logs.
    var syncsFolder: Bool
    var level = SQLITE_LOCK_NONE
    var sharedLocks: UInt32 = 0
    var exclusiveLocks: UInt32 = 0
    private var sharesMemory = false
    /// The number of losses that it has reported.
    var lossCount: Int

    init(_ disk: Disk, _ file: DiskFile, _ name: String, syncsFolder: Bool) {
        self.disk = disk
        self.file = file
        self.name = name
        self.syncsFolder = syncsFolder
        lossCount = file.lossCount
    }

    private var others: [DiskHandle] { file.handles.filter { $0 !== self } }

    func lock(_ wanted: Int32) -> Int32 {
        guard wanted > level else { return SQLITE_OK }
        let highest = others.map(\.level).max() ?? SQLITE_LOCK_NONE
        switch wanted {
        case SQLITE_LOCK_SHARED:
            guard highest < SQLITE_LOCK_PENDING else { return SQLITE_BUSY }
        case SQLITE_LOCK_RESERVED:
            guard highest < SQLITE_LOCK_RESERVED else { return SQLITE_BUSY }
        default:
            guard highest < SQLITE_LOCK_RESERVED else { return SQLITE_BUSY }
            guard highest < SQLITE_LOCK_SHARED else {
                level = SQLITE_LOCK_PENDING
                return SQLITE_BUSY
            }
        }
        level = wanted
        return SQLITE_OK
    }

    func unlock(_ wanted: Int32) { level = min(level, wanted) }

    var isReserved: Bool { file.handles.contains { $0.level >= SQLITE_LOCK_RESERVED } }

    func mapMemory(_ region: Int32, size: Int32) -> UnsafeMutableRawPointer {
        sharesMemory = true
        return file.memory.region(Int(region), size: Int(size))
    }

    func unmapMemory() {
        (sharedLocks, exclusiveLocks, sharesMemory) = (0, 0, false)
        if !file.handles.contains(where: \.sharesMemory) { file.memory = SharedMemory() }
    }

    func lockMemory(_ first: Int32, _ count: Int32, _ flags: Int32) -> Int32 {
        let mask = (UInt32(1) << UInt32(count) - 1) << UInt32(first)
        if flags & SQLITE_SHM_UNLOCK != 0 {
            sharedLocks &= ~mask
            exclusiveLocks &= ~mask
            return SQLITE_OK
        }
        let isExclusive = flags & SQLITE_SHM_EXCLUSIVE != 0
        let isTaken = others.contains { other in
            (other.exclusiveLocks | (isExclusive ? other.sharedLocks : 0)) & mask != 0
        }
        if isTaken { return SQLITE_BUSY }
        if isExclusive { exclusiveLocks |= mask } else { sharedLocks |= mask }
        return SQLITE_OK
    }
}

/// The shared memory of all connections to one file.
final class SharedMemory {
    private var regions: [UnsafeMutableRawPointer] = []

    deinit {
        for region in regions { region.deallocate() }
    }

    func region(_ number: Int, size: Int) -> UnsafeMutableRawPointer {
        while regions.count <= number {
            let region = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
            region.initializeMemory(as: UInt8.self, repeating: 0, count: size)
            regions.append(region)
        }
        return regions[number]
    }
}
