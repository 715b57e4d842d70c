import Foundation
import SharedRoom
import Testing

@testable import RoomStore

private let isPossible = ConditionTrait.enabled(
    if: SmallDisk.obstacle == nil, "mounting is not permitted here")

@Test(isPossible)
func `on a full disk rooms stay readable, and keys are accepted again when it has space`() throws {
    let disk = try SmallDisk()
    let data = "\(disk.folder)/rooms.db"
    let server = try ServingProgram(data, through: disk.wrapper)
    defer { try? server.kill() }
    let process = server.program.processIdentifier
    var visitors = [try Visitor(at: server.link("hall"), seed: 1)]
    defer { for visitor in visitors { visitor.setMode(.leave) } }
    for round in 1...2 {
        let before = visitors.map(\.seen.confirmedCount)
        _ = try Wait.until {
            zip(visitors, before).allSatisfy { $0.seen.confirmedCount > $1 + 20 } ? true : nil
        }
        try disk.fill(process)
        let refused = visitors.map(\.seen.refusedCount)
        _ = try Wait.until {
            // Fills the space that the store frees, too.
            try disk.fill(process)
            return zip(visitors, refused).allSatisfy { $0.seen.refusedCount > $1 } ? true : nil
        }
        let seen = visitors[0].seen
        let watch = try RunningProgram(["watch", server.link("hall")])
        _ = try watch.lines(1)
        try watch.kill()
        #expect(visitors[0].seen.confirmedCount == seen.confirmedCount)
        disk.clear(process)
        _ = try Wait.until {
            visitors[0].seen.confirmedCount > seen.confirmedCount + 20 ? true : nil
        }
        let errorLines = server.program.errorLines
        #expect(errorLines.count { $0.contains("refuses actions") } == round)
        #expect(errorLines.count { $0.contains("accepts actions again") } == round)
        visitors.append(try Visitor(at: server.link("hall"), seed: UInt64(round) + 1))
    }
    for visitor in visitors { visitor.setMode(.idle) }
    _ = try Wait.until {
        visitors.allSatisfy { $0.seen.participant != nil && $0.seen.hasAllConfirmed } ? true : nil
    }
    // The disk disappears with the server.
    let copy = try SmallDisk()
    for ending in ["", "-wal"] {
        try FileManager.default.copyItem(
            atPath: SmallDisk.outerPath(data, of: process) + ending,
            toPath: "\(copy.folder)/rooms.db\(ending)")
    }
    let store = try LogInFile.open("\(copy.folder)/rooms.db")
    defer { store.close() }
    let kept = try LogInFile(of: visitors[0].room, in: store)
    for visitor in visitors {
        let seen = visitor.seen
        let participant = try #require(seen.participant)
        #expect(kept.played.pressed[participant] ?? [] == seen.pressed)
        #expect(seen.failure == nil)
    }
}

@Test(isPossible)
func `a server does not start on a read-only disk, and says so`() throws {
    let disk = try SmallDisk()
    let words = disk.wrapper(then: "mount -o remount,ro \(disk.folder)")
    let program = try RunningProgram(
        Array(words.dropFirst()) + [
            RunningProgram.binary.path, "serve", "--port", "0", "--data", "\(disk.folder)/rooms.db",
            "--static", try TestPage.folder(),
        ], binary: URL(filePath: words[0]))
    #expect(try program.status() == 1)
    #expect(program.errorLines.first?.hasSuffix("cannot be used: Read-only file system.") == true)
}
