import Foundation

/// The measured server's process, as reported in `/proc`.
struct ServerProcess {
    let identifier: Int

    /// The processor time so far, in steps of 10 ms. Nil if the process does not exist.
    var processorTime: ProcessorTime? {
        // The program's name may contain spaces and parentheses.
        guard let fields = text("stat")?.split(separator: ")").last?.split(separator: " "),
            fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]),
            let waiting = text("schedstat")?.split(separator: " ").dropFirst().first
        else { return nil }
        return ProcessorTime(
            seconds: (user + system) / Double(sysconf(Int32(_SC_CLK_TCK))),
            waiting: (Double(waiting) ?? 0) / 1e9)
    }

    /// Resident memory in bytes.
    var memory: Int? {
        text("statm")?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
            .map { $0 * Int(getpagesize()) }
    }

    private func text(_ name: String) -> String? {
        try? String(contentsOfFile: "/proc/\(identifier)/\(name)", encoding: .utf8)
    }
}

/// Processor time in seconds.
struct ProcessorTime: Sendable {
    var seconds: Double
    /// Time that the main thread waited for a processor that other programs used. If it is
    /// large, delays describe the machine rather than the server.
    var waiting: Double

    static func - (after: ProcessorTime, before: ProcessorTime) -> ProcessorTime {
        ProcessorTime(
            seconds: after.seconds - before.seconds, waiting: after.waiting - before.waiting)
    }
}
