import Foundation
import RunningPrograms
import Testing

@Test(
    .enabled(if: SystemCalls.arePossible, "tracing is not permitted here"),
    arguments: ["full", "os"])
func `with full durability a server sends no event before the sync that covers it`(
    durability: String
) throws {
    let folder = try TemporaryFolder()
    let trace = folder.path(of: "trace")
    let server = try ServingProgram(
        folder.path(of: "rooms.db"), ["--durability", durability],
        through: SystemCalls.tracer(into: trace))
    let visitors = try (0..<3).map { try Visitor(at: server.link("hall"), seed: $0) }
    try Wait.untilTrue { visitors.allSatisfy { $0.seen.confirmedCount > 25 } }
    for visitor in visitors { visitor.setMode(.leave) }
    try server.stop()
    let order = TracedOrder(SystemCalls(try String(contentsOfFile: trace, encoding: .utf8)))
    #expect(order.sentCount > 200)
    if durability == "full" {
        #expect(order.faults == [] && order.syncCount > 0)
    } else {
        #expect(!order.faults.isEmpty, "without syncs the trace must have faults")
    }
}

@Test(.enabled(if: SmallDisk.isPossible, "mounting is not permitted here"))
func `a server does not start on a read-only disk, and says so`() throws {
    let disk = try SmallDisk()
    let program = try RunningProgram(
        [
            "serve", "--port", "0", "--data", "\(disk.folder)/rooms.db",
            "--static", try TestPage.folder(),
        ], through: disk.wrapper(then: "mount -o remount,ro \(disk.folder)"))
    #expect(try program.status() == 1)
    #expect(program.errorLines.first?.hasSuffix("cannot be used: Read-only file system.") == true)
}
