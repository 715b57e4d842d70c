import CSQLite

/// The methods of open files.
enum FileMethods {
    /// Never changed after its initialization.
    nonisolated(unsafe) static let table: UnsafeMutablePointer<sqlite3_io_methods> = {
        let table = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        var methods = sqlite3_io_methods()
        methods.iVersion = 2
        addReadingAndWriting(&methods)
        addLocks(&methods)
        addMemory(&methods)
        methods.xFileControl = { _, _, _ in SQLITE_NOTFOUND }
        methods.xSectorSize = { _ in 4_096 }
        // As SQLite assumes on Linux.
        methods.xDeviceCharacteristics = { _ in SQLITE_IOCAP_POWERSAFE_OVERWRITE }
        table.initialize(to: methods)
        return table
    }()

    private static func addReadingAndWriting(_ methods: inout sqlite3_io_methods) {
        methods.xClose = { file in
            with(file) { handle, _ in handle.file.handles.removeAll { $0 === handle } }
            reference(file)?.release()
            return SQLITE_OK
        }
        methods.xRead = { file, target, count, place in
            guard let target else { return DiskError.read }
            return with(file) { handle, _ in
                let start = min(Int(place), handle.file.content.count)
                let bytes = handle.file.content[start...].prefix(Int(count))
                let buffer = UnsafeMutableRawBufferPointer(start: target, count: Int(count))
                buffer.copyBytes(from: bytes)
                guard bytes.count < Int(count) else { return SQLITE_OK }
                buffer[bytes.count...].initializeMemory(as: UInt8.self, repeating: 0)
                return DiskError.shortRead
            }
        }
        methods.xWrite = { file, source, count, place in
            let bytes = Array(UnsafeRawBufferPointer(start: source, count: Int(count)))
            return with(file) { $1.write(bytes, at: Int(place), to: $0.file) }
        }
        methods.xTruncate = { file, count in
            with(file) { $1.truncate($0.file, to: Int(count)) }
        }
        methods.xSync = { file, _ in with(file) { $1.sync($0) } }
        methods.xFileSize = { file, size in
            size?.pointee = with(file) { handle, _ in Int64(handle.file.content.count) }
            return SQLITE_OK
        }
    }

    private static func addLocks(_ methods: inout sqlite3_io_methods) {
        methods.xLock = { file, level in with(file) { handle, _ in handle.lock(level) } }
        methods.xUnlock = { file, level in
            with(file) { handle, _ in handle.unlock(level) }
            return SQLITE_OK
        }
        methods.xCheckReservedLock = { file, answer in
            answer?.pointee = with(file) { handle, _ in handle.isReserved ? 1 : 0 }
            return SQLITE_OK
        }
    }

    private static func addMemory(_ methods: inout sqlite3_io_methods) {
        methods.xShmMap = { file, number, size, _, region in
            region?.pointee = with(file) { handle, _ in handle.mapMemory(number, size: size) }
            return SQLITE_OK
        }
        methods.xShmLock = { file, first, count, flags in
            with(file) { handle, _ in handle.lockMemory(first, count, flags) }
        }
        // Locking and unlocking is a barrier.
        methods.xShmBarrier = { file in with(file) { _, _ in } }
        methods.xShmUnmap = { file, _ in
            with(file) { handle, _ in handle.unmapMemory() }
            return SQLITE_OK
        }
    }
}

private func reference(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Unmanaged<DiskHandle>? {
    file.map { file in
        file.withMemoryRebound(to: SQLiteFile.self, capacity: 1) {
            Unmanaged<DiskHandle>.fromOpaque($0.pointee.handle)
        }
    }
}

/// The body runs under the disk's lock.
private func with<Result>(
    _ file: UnsafeMutablePointer<sqlite3_file>?,
    _ body: (DiskHandle, inout Disk.State) -> Result
) -> Result {
    guard let handle = reference(file)?.takeUnretainedValue() else {
        preconditionFailure("SQLite calls methods of open files only")
    }
    return handle.disk.state.withLock { body(handle, &$0) }
}
