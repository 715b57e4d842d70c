import Glibc

/// Memory and processor time of this process.
package struct ProcessFigures {
    package let residentBytes: Int
    let processorMicroseconds: Int

    package init() {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        processorMicroseconds = [usage.ru_utime, usage.ru_stime].reduce(0) {
            $0 + $1.tv_sec * 1_000_000 + Int($1.tv_usec)
        }
        residentBytes = Self.residentPages * sysconf(Int32(_SC_PAGESIZE))
    }

    /// The second field of `/proc/self/statm`.
    private static var residentPages: Int {
        let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return 0 }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 128)
        let count = read(file, &bytes, bytes.count)
        let numbers = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
            .split(separator: " ")
        return numbers.count > 1 ? Int(numbers[1]) ?? 0 : 0
    }
}
