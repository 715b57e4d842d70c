import Glibc

enum ProcessMemory {
    /// What this process has in memory now, in whole pages.
    static var bytes: Int {
        let file = open("/proc/self/statm", O_RDONLY)
        defer { close(file) }
        var text = [UInt8](repeating: 0, count: 128)
        let count = text.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
        let numbers = text.prefix(max(0, count)).split(separator: UInt8(ascii: " "))
        guard numbers.count > 1, let pages = Int(String(decoding: numbers[1], as: UTF8.self))
        else { preconditionFailure("this system does not tell how much memory a process has") }
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }
}
