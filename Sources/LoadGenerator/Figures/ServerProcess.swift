import Glibc

/// The measured server's process, as reported in `/proc`.
public struct ServerProcess: Sendable {
    public let identifier: Int32

    /// Nil if the process does not exist.
    public init?(_ identifier: Int32) {
        self.identifier = identifier
        guard processorTime != nil else { return nil }
    }

    /// The processor time so far, in steps of 10 ms.
    public var processorTime: ProcessorTime? {
        // The program's name may contain spaces and parentheses.
        guard let text = file("stat"), let end = text.lastIndex(of: ")") else { return nil }
        let fields = text[end...].split(separator: " ")
        let waiting = file("schedstat")?.split(separator: " ").dropFirst().first
        guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]),
            let waiting = waiting.flatMap({ Double($0) })
        else { return nil }
        let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
        return ProcessorTime(
            user: user / ticks, system: system / ticks, waiting: waiting / 1e9)
    }

    /// Resident memory in bytes.
    public var memory: Int? {
        let lines = file("status")?.split(separator: "\n") ?? []
        let words = lines.first { $0.hasPrefix("VmRSS:") }?.split { $0 == " " || $0 == "\t" }
        guard let words, words.count > 1, let kilobytes = Int(words[1]) else { return nil }
        return kilobytes * 1_024
    }

    private func file(_ name: String) -> String? {
        let file = open("/proc/\(identifier)/\(name)", O_RDONLY)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = read(file, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }
}

/// Processor time in seconds, spent in the program and in the kernel.
public struct ProcessorTime: Sendable {
    public var user: Double
    public var system: Double
    /// Time that the main thread waited for a processor that other programs used. If it is
    /// large, delays describe the machine rather than the server.
    public var waiting: Double

    public var seconds: Double { user + system }

    static func + (one: ProcessorTime, other: ProcessorTime) -> ProcessorTime {
        ProcessorTime(
            user: one.user + other.user, system: one.system + other.system,
            waiting: one.waiting + other.waiting)
    }

    static func - (after: ProcessorTime, before: ProcessorTime) -> ProcessorTime {
        ProcessorTime(
            user: after.user - before.user, system: after.system - before.system,
            waiting: after.waiting - before.waiting)
    }
}
