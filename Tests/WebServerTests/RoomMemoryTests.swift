import Foundation
import RunningPrograms
import Testing

/// Measures memory in a separate process.
@Suite(.enabled(if: Effort.isFull, "a measurement of memory, run with CALCROOM_FULL=1"))
struct RoomMemoryTests {
    private static let count = 20_000

    @Test func `closed rooms use no memory, however many were visited`() throws {
        let folder = try TemporaryFolder()
        let program = try RunningProgram(
            [folder.path(of: "rooms.db"), "\(Self.count)"],
            binary: RunningProgram.binary.deletingLastPathComponent()
                .appending(path: "RoomVisitor"))
        #expect(try program.status(seconds: 550) == 0)
        let passes = program.lines.map(Pass.init)
        try #require(passes.count == 2)
        let (first, second) = (passes[0], passes[1])
        print(program.lines.joined(separator: "\n"))
        #expect(second.resident <= first.resident * 1.10)
        // Each thread caches some memory, which matters while the heap is small. The allowance is less than
        // 13 bytes for each of the 20,000 rooms.
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
