import Foundation
import Testing

@Test(
    .enabled(if: SystemCalls.obstacle == nil, "not run, as nothing may be traced here"),
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
    for visitor in visitors { visitor.want(.leave) }
    try server.stop()
    let order = TracedOrder(SystemCalls(try String(contentsOfFile: trace, encoding: .utf8)))
    #expect(order.sentCount > 200)
    if durability == "full" {
        #expect(order.faults == [] && order.syncCount > 25)
    } else {
        #expect(order.faults.count > 25, "without syncs the trace must have faults")
    }
}

@Test func `a trace in which an event is sent before its sync has a fault`() {
    func hex(_ text: String) -> String {
        text.utf8.map { "\\x" + String($0, radix: 16) }.joined()
    }
    let event = hex(#"{"seq":1,"events":[{"at":1,"by":1,"n":1,"press":"7"}]}"#)
    let log = "5<\(hex("/rooms.db-wal"))>"
    let write = #"1 pwrite64(\#(log), "\#(event)", 9, 0) = 9"#
    let sync = ["1 fdatasync(\(log) <unfinished ...>", "1 <... fdatasync resumed>) = 0"]
    let send = #"2 sendto(9<\#(hex("socket:[3]"))>, "\#(event)", 9, 0, NULL, 0) = 9"#
    func faults(_ lines: [String]) -> Int {
        TracedOrder(SystemCalls(lines.joined(separator: "\n"))).faults.count
    }
    #expect(faults([write] + sync + [send]) == 0)
    #expect(faults([write, send] + sync) == 1)
    #expect(faults([write, sync[0], send, sync[1]]) == 1)
    #expect(faults([sync[0], write, sync[1], send]) == 1)
    #expect(faults([write, sync[0], "1 <... fdatasync resumed>) = -1 EIO", send]) == 1)
}
