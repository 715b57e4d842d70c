import Foundation
import WebServer

/// What this process has in memory, in bytes.
struct Memory: CustomStringConvertible {
    let resident: Int
    /// What was asked for and not given back.
    let heap: Int

    static var now: Memory { Memory(resident: ProcessFigures().residentBytes, heap: heap) }

    var description: String { "resident \(resident) heap \(heap)" }

    /// What the system gave, without what lies about free.
    private static var heap: Int {
        let totals = Array(allocatorReport.suffix(7))
        guard totals.count == 7 else { return 0 }
        return totals[3] - totals[0] - totals[1] + totals[2]
    }

    /// Every size in the report of the system's allocator. The last seven are its totals: free in
    /// small pieces, free otherwise, mapped by itself, got from the system; the rest is of no interest.
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

/// `mallinfo2` is a structure, which only C can take; this is the same as text.
@_silgen_name("malloc_info")
private func writeAllocatorReport(_ options: Int32, _ file: UnsafeMutablePointer<FILE>) -> Int32
