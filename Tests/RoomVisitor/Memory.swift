import Foundation
import WebServer

/// The memory of this process in bytes.
struct Memory: CustomStringConvertible {
    let resident: Int
    /// Allocated and not yet freed.
    let heap: Int

    static var now: Memory { Memory(resident: ProcessFigures().residentBytes, heap: heap) }

    var description: String { "resident \(resident) heap \(heap)" }

    /// The memory that the allocator got from the system, without its free parts.
    private static var heap: Int {
        let totals = Array(allocatorReport.suffix(7))
        guard totals.count == 7 else { return 0 }
        return totals[3] - totals[0] - totals[1] + totals[2]
    }

    /// All sizes in the report of `malloc_info`. The last seven are totals: free in fast bins, other free
    /// memory, memory maps, memory from the system, and three that are not used here.
    private static var allocatorReport: [Int] {
        var start: UnsafeMutablePointer<CChar>?
        var count = 0
        guard let file = open_memstream(&start, &count) else { return [] }
        _ = writeAllocatorReport(0, file)
        fclose(file)
        defer { free(start) }
        let text = start.map { String(cString: $0) } ?? ""
        return text.components(separatedBy: "size=\"").dropFirst().compactMap {
            Int($0.prefix { $0 != "\"" })
        }
    }
}

/// Used instead of `mallinfo2`, whose result is a C structure that cannot be declared here.
@_silgen_name("malloc_info")
private func writeAllocatorReport(_ options: Int32, _ file: UnsafeMutablePointer<FILE>) -> Int32
