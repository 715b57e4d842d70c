import Foundation

/// The processor cores that this process may use, which `taskset` and service managers can restrict.
enum Processors {
    static var count: Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed:") } ?? ""
        return max(
            1, line.drop { $0 != "\t" }.reduce(0) { $0 + ($1.hexDigitValue ?? 0).nonzeroBitCount })
    }
}
