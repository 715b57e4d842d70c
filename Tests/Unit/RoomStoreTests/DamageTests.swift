import Foundation
import RoomStore
import RunningPrograms
import Testing

@Suite(.serialized)
struct DamageTests {
    @Test func `a damaged file is refused or its rooms are set aside, and no room is wrong`() throws
    {
        let store = try RecordedStore(seed: 7)
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let path = folder.path(of: "rooms.db")
        var openedCount = 0
        for seed in 0..<UInt64(Effort.count(300, full: 10_000)) {
            // If a file ends the process, the last line names its seed.
            if Effort.isFull { FileHandle.standardError.write(Data("seed \(seed)\n".utf8)) }
            do {
                if try DamageTrial.run(store, seed: seed, at: path) { openedCount += 1 }
            } catch {
                Issue.record("seed \(seed): \(error)")
            }
        }
        #expect(openedCount > 0)
    }
}
