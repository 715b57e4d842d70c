import Foundation
import Testing

@Test(
    .enabled(if: SystemCalls.obstacle == nil, "tracing is not permitted here"),
    arguments: ["full", "os"])
func `with full durability a server sends no event before the sync that covers it`(
    durability: String
) throws {
    let folder = FileManager.default.temporaryDirectory
        .appending(path: "trace-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let trace = folder.appending(path: "trace").path
    let server = try ServingProgram(
        folder.appending(path: "rooms.db").path, ["--durability", durability],
        through: SystemCalls.tracer(into: trace))
    let visitors = try (0..<3).map { try Visitor(at: server.link("hall"), seed: $0) }
    _ = try Wait.until { visitors.allSatisfy { $0.seen.confirmedCount > 25 } ? true : nil }
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
