import Foundation
import Glibc
import RoomStore

/// The values from which the metrics of a server are computed.
struct ServerFigures {
    let server: Server
    let loops: LoopFigures
    let commits: CommitCounts
    let process = ProcessFigures()

    /// All metrics in the format of Prometheus.
    var response: Response {
        let text = Metric.all.map { $0.text(of: self) }.joined()
        return .document("text/plain; version=0.0.4; charset=utf-8", Array(text.utf8))
    }
}

/// Memory and processor time of this process.
struct ProcessFigures {
    let residentBytes: Int
    let processorMicroseconds: Int

    init() {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        processorMicroseconds = [usage.ru_utime, usage.ru_stime].reduce(0) {
            $0 + $1.tv_sec * 1_000_000 + Int($1.tv_usec)
        }
        // The second field of statm is the number of resident pages.
        let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        let pages = fields.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        residentBytes = pages * sysconf(Int32(_SC_PAGESIZE))
    }
}
