import Foundation
import Testing

/// In a process of its own: others would be in the way.
@Suite struct RoomMemoryTests {
    /// `CALCROOM_VISITS=100000` visits more than a machine has memory for, were they kept.
    private static let count = ProcessInfo.processInfo.environment["CALCROOM_VISITS"] ?? "5000"

    @Test func `S98 rooms that are closed take no memory, however many were visited`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let program = try RunningProgram(
            [folder.appending(path: "rooms.db").path, Self.count],
            binary: RunningProgram.binary.deletingLastPathComponent()
                .appending(path: "RoomVisitor"))
        #expect(try program.status(seconds: 550) == 0)
        let passes = program.lines.map(Pass.init)
        try #require(passes.count == 2)
        let (first, second) = (passes[0], passes[1])
        print(program.lines.joined(separator: "\n"))
        #expect(second.resident <= first.resident * 1.10)
        // Each thread keeps some pieces for itself, which counts as long as all is small; 50 bytes that
        // stay of each of 5,000 rooms are more.
        #expect(second.heap <= max(first.heap * 1.02, first.heap + 250_000))
    }

    /// `pass 1 resident 40960 heap 1000`
    private struct Pass {
        var resident: Double
        var heap: Double

        init(_ line: String) {
            let words = line.split(separator: " ")
            resident = words.count > 5 ? Double(words[3]) ?? .infinity : .infinity
            heap = words.count > 5 ? Double(words[5]) ?? .infinity : .infinity
        }
    }
}
