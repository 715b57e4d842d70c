import Foundation
import RoomStore
import Testing

@Suite(.serialized)
struct DamageTests {
    private static let setting = ProcessInfo.processInfo.environment["CALCROOM_DAMAGE"]

    /// `CALCROOM_DAMAGE=20000,5000` tries so many seeds, from another one than the first on.
    private static let seeds: Range<UInt64> = {
        let numbers = (setting ?? "1000").split(separator: ",").compactMap { UInt64($0) }
        let first = numbers.count > 1 ? numbers[1] : 0
        return first..<first + (numbers.first ?? 0)
    }()

    @Test func `S95 a damaged file is refused or its rooms are set aside, and no room is wrong`()
        throws
    {
        let store = try LivedStore(seed: 7)
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let path = folder.path(of: "rooms.db")
        try FileManager.default.createDirectory(
            atPath: folder.path(of: ""), withIntermediateDirectories: true)
        #expect(!Self.seeds.isEmpty)
        var endings: [String: Int] = [:]
        for seed in Self.seeds {
            // Whatever ends the process leaves this behind.
            if Self.setting != nil { FileHandle.standardError.write(Data("seed \(seed)\n".utf8)) }
            do {
                let ending = try DamageTrial.run(store, seed: seed, at: path)
                endings["refused", default: 0] += ending.refusal == nil ? 0 : 1
                endings["whole", default: 0] += ending.whole
                endings["behind", default: 0] += ending.behind
                endings["empty", default: 0] += ending.empty
                endings["set aside", default: 0] += ending.setAside
            } catch {
                Issue.record("seed \(seed): \(error)")
            }
        }
        print(endings)
    }
}
