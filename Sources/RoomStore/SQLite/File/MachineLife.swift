import Glibc
import SharedRoom

/// The time from a start of the machine to its end, by which a power cut is told from the end of a
/// process.
enum MachineLife {
    /// 0 where the system does not say.
    package static let current: UInt64 = {
        let descriptor = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return 0 }
        defer { close(descriptor) }
        var text = [UInt8](repeating: 0, count: 64)
        let count = read(descriptor, &text, text.count)
        var hash = StateHash(0)
        hash.add(Array(text.prefix(max(0, count))))
        return hash.value
    }()
}
