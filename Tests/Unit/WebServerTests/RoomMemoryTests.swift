import Foundation
import RoomStore
import RunningPrograms
import SQLiteStore
import Testing

@Test(.enabled(if: Effort.isFull, "it measures memory, run with CALCROOM_FULL=1"))
func `closed rooms use no memory, however many were visited`() throws {
    let folder = try TemporaryFolder()
    var options = SQLiteOptions(path: folder.path(of: "rooms.db"))
    // Waiting for the disk would only take time.
    options.durability = .none
    let store = try SQLiteStore(options)
    defer { store.close() }
    let server = try TestServer(store: store) {
        $0.limits.lift()
        $0.limits[.roomIdleTime] = 1
        // The server keeps a deadline per join until it passes. A short time keeps their number small.
        $0.limits[.joinTime] = 500
    }
    let visits = 20_000
    let heaps = try [1, 2, 2].map { pass in
        for visit in 0..<visits {
            // An address has only 28,000 ports for connections to one server.
            let origin = 0x7F00_0002 + UInt32(visit % 250)
            let visitor = try WebSocket(
                port: server.port, "/rooms/room\(pass)-\(visit)", from: origin)
            try visitor.join("a", WebSocket.make)
            try visitor.receive(until: "welcome")
        }
        try Wait.untilTrue { store.roomCount == 0 }
        return heapBytes()
    }
    print("heap after passes of \(visits) rooms:", heaps)
    // An address remembers its rooms for ten minutes; joinsPerMinute bounds their number.
    #expect(heaps[1] <= heaps[0] + 400 * visits)
    // The first pass fills caches of limited size, mainly SQLite's page cache. Each thread caches some memory,
    // which matters while the heap is small. The allowance is less than 13 bytes for each of the rooms.
    #expect(heaps[2] <= max(heaps[1] * 102 / 100, heaps[1] + 250_000))
}

/// The bytes that are allocated and not yet freed.
private func heapBytes() -> Int {
    var start: UnsafeMutablePointer<CChar>?
    var count = 0
    guard let file = open_memstream(&start, &count) else { return 0 }
    _ = writeAllocatorReport(0, file)
    fclose(file)
    defer { free(start) }
    let text = start.map { String(cString: $0) } ?? ""
    let sizes = text.components(separatedBy: "size=\"").dropFirst().compactMap {
        Int($0.prefix { $0 != "\"" })
    }
    // The last seven are totals: free in fast bins, other free memory, memory maps, memory from the system,
    // and three that are not used here.
    let totals = Array(sizes.suffix(7))
    return totals[3] - totals[0] - totals[1] + totals[2]
}

/// Used instead of `mallinfo2`, whose result is a C structure that cannot be declared here.
@_silgen_name("malloc_info")
private func writeAllocatorReport(_ options: Int32, _ file: UnsafeMutablePointer<FILE>) -> Int32
