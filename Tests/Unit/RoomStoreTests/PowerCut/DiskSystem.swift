import CSQLite
import Glibc

/// Registers a disk with SQLite as an operating system (VFS). Time, sleep and randomness are those of the real system.
///
/// Unregister it before it is released.
final class DiskSystem: @unchecked Sendable {
    private let system = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    private let name: UnsafeMutablePointer<CChar>?

    init(_ name: String) {
        self.name = strdup(name)
        system.initialize(to: sqlite3_vfs())
        if let real = sqlite3_vfs_find(nil) { system.pointee = real.pointee }
        system.pointee.szOsFile = Int32(MemoryLayout<SQLiteFile>.size)
        system.pointee.zName = UnsafePointer(self.name)
        system.pointee.pNext = nil
        system.pointee.xOpen = { system, name, file, flags, outFlags in
            guard let file, let disk = disk(of: system) else { return SQLITE_CANTOPEN }
            // SQLite closes a file that has methods, even if it could not be opened.
            file.pointee.pMethods = nil
            let handle = disk.state.withLock { state in
                state.open(name.map { String(cString: $0) }, flags, for: disk).map {
                    Unmanaged.passRetained($0)
                }
            }
            guard let handle else { return SQLITE_CANTOPEN }
            file.withMemoryRebound(to: SQLiteFile.self, capacity: 1) {
                $0.pointee.handle = handle.toOpaque()
            }
            file.pointee.pMethods = UnsafePointer(FileMethods.table)
            outFlags?.pointee = flags
            return SQLITE_OK
        }
        system.pointee.xDelete = { system, name, syncsFolder in
            guard let disk = disk(of: system), let name else { return DiskError.delete }
            return disk.state.withLock {
                $0.delete(String(cString: name), syncsFolder: syncsFolder != 0)
            }
        }
        system.pointee.xAccess = { system, name, _, answer in
            guard let disk = disk(of: system), let name else { return DiskError.access }
            answer?.pointee = disk.state.withLock {
                $0.files[String(cString: name)] == nil ? 0 : 1
            }
            return SQLITE_OK
        }
        system.pointee.xFullPathname = { _, name, count, full in
            guard let name, let full, strlen(name) < count else { return SQLITE_CANTOPEN }
            strcpy(full, name)
            return SQLITE_OK
        }
    }

    deinit {
        system.deallocate()
        free(name)
    }

    func register(for disk: Disk) {
        system.pointee.pAppData = Unmanaged.passUnretained(disk).toOpaque()
        sqlite3_vfs_register(system, 0)
    }

    func unregister() { sqlite3_vfs_unregister(system) }
}

/// The memory that SQLite allocates for an open file.
struct SQLiteFile {
    var base: sqlite3_file
    var handle: UnsafeMutableRawPointer
}

private func disk(of system: UnsafeMutablePointer<sqlite3_vfs>?) -> Disk? {
    system?.pointee.pAppData.map { Unmanaged<Disk>.fromOpaque($0).takeUnretainedValue() }
}
