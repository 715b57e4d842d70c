import Foundation
import Testing
import SeededNumbers

@testable import SharedRoom

/// The examples of docs/PROTOCOL.md, "The wire": frames begin with `{`, members with `"`.
enum Examples {
    static func text(of heading: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let file = root.appending(path: "docs/PROTOCOL.md")
        let parts = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n#")
        return try #require(parts.first { $0.hasPrefix("## \(heading)\n") })
    }

    static func frames(in text: String) -> [String] {
        text.split { "`\n".contains($0) }.map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { $0.hasPrefix("{") }
    }

    /// What stands in the columns of tables, such as `"press":"7"`.
    static func members(in text: String) -> [String] {
        text.split(separator: "\n").filter { $0.hasPrefix("  | `\"") }
            .flatMap { $0.split(separator: "`") }
            .filter { $0.hasPrefix("\"") && $0.contains("\":") }.map(String.init)
    }
}

@Test func `W1 W5 W10 W11 W12 W14 W15 the examples of a client's frames are read`() throws {
    let frames = Examples.frames(in: try Examples.text(of: "What a client sends"))
    #expect(frames.count == 8)
    for frame in frames {
        let message = try #require(try client(frame), "\(frame)")
        #expect(try client(message.encoded.string) == message)
    }
    let others = Examples.frames(in: try Examples.text(of: "Frames"))
    #expect(try others.map(client) == [.alive(7), nil])
}

@Test func `W20 W21 W22 W23 W24 W25 W26 W27 W28 W31 the examples of a server's frames are read`()
    throws
{
    let frames = Examples.frames(in: try Examples.text(of: "What a server sends"))
    #expect(frames.count == 17)
    for frame in frames {
        let message = try #require(try server(frame), "\(frame)")
        #expect(message.encoded.string == frame || frame.contains("void") || frame.contains("you"))
        #expect(try server(message.encoded.string) == message)
    }
}

@Test func `W29 the example of a line of the log is read`() throws {
    let lines = Examples.frames(in: try Examples.text(of: "Lines of the log"))
    #expect(lines.count == 1)
    for line in lines {
        #expect(try Event.decode(line: line.bytes).line(void: .locked).string == line)
    }
}

@Test func `W16 W17 W18 W19 every action has its example, and every example is read`() throws {
    let text = try Examples.text(of: "Actions")
    let parts = text.components(separatedBy: "**W19**")
    let steps = Examples.members(in: parts[1])
    for step in steps { #expect(try client("{\"n\":1,\"bill\":{\(step)}}") != nil) }
    let actions = Examples.members(in: parts[0])
    for action in actions {
        let isEvent = action.contains(saltText)
        let message = isEvent ? nil : try client("{\"n\":1,\(action)}")
        let event = try? Event.decode(line: "{\"seq\":1,\"at\":5,\"by\":3,\"n\":1,\(action)}".bytes)
        #expect(isEvent ? event != nil : message != nil, "\(action)")
    }
    #expect(
        names(of: actions + ["\"bill\":", "\"make\":", "\"enter\":"])
            == written { $0.draft().action.write(to: &$1) })
    #expect(names(of: steps) == written { $0.billStep().writeStep(to: &$1) })
}

private func names(of members: [String]) -> [String] {
    Set(members.compactMap { $0.split(separator: "\"").first.map(String.init) }).sorted()
}

/// The names under which actions are written, or steps of the bill.
private func written(_ write: (inout SplitMix, inout JSONWriter) -> Void) -> [String] {
    var random = SplitMix(seed: 8)
    let bodies = (0..<5_000).map { _ in
        var writer = JSONWriter()
        write(&random, &writer)
        return writer.bytes.string
    }
    return names(of: bodies)
}

@Test func `W28 every reason is in the rule that names them`() throws {
    let text = try Examples.text(of: "What a server sends")
    let rule = try #require(text.components(separatedBy: "**W28**").last)
    for reason in CloseReason.allCases { #expect(rule.contains("`\(reason.name)`")) }
    for reason in RefusalReason.allCases { #expect(rule.contains("`\(reason.name)`")) }
}
