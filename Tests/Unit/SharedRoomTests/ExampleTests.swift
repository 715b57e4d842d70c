import Foundation
import RunningPrograms
import SeededNumbers
import Testing

@testable import SharedRoom

/// The examples in docs/protocol.md.
enum Examples {
    static func text(of heading: String) throws -> String {
        let parts = try Checkout.text(of: "docs/protocol.md").components(separatedBy: "\n#")
        return try #require(parts.first { $0.drop { $0 == "#" }.hasPrefix(" \(heading)\n") })
    }

    static func frames(in text: String) -> [String] {
        text.split { "`\n".contains($0) }.map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { $0.hasPrefix("{") }
    }

    /// Code such as `"press":"7"` in tables whose first column contains members.
    static func members(in text: String) -> [String] {
        text.split(separator: "\n").filter { $0.hasPrefix("| `\"") }
            .flatMap { $0.split(separator: "`") }
            .filter { $0.hasPrefix("\"") && $0.contains("\":") }.map(String.init)
    }
}

@Test func `the documented frames and the line of the event log can be decoded`() throws {
    func example(_ heading: String) throws -> String {
        let frames = Examples.frames(in: try Examples.text(of: heading))
        #expect(frames.count == 1)
        return try #require(frames.first)
    }
    let (action, presence) = (try example("Actions"), try example("Presence"))
    #expect(try client(action)?.encoded.string == action)
    #expect(try server(presence)?.encoded.string == presence)
    let line = try example("Events")
    #expect(try Event.decode(line: line.bytes).line(void: .locked).string == line)
}

@Test func `every action has a documented example that can be decoded`() throws {
    let steps = Examples.members(in: try Examples.text(of: "Steps of the bill"))
    for step in steps { #expect(try client("{\"n\":1,\"bill\":{\(step)}}") != nil) }
    let actions = Examples.members(in: try Examples.text(of: "All actions"))
    for action in actions {
        let isEvent = action.contains(saltText)
        let message = isEvent ? nil : try client("{\"n\":1,\(action)}")
        let event = try? Event.decode(line: "{\"seq\":1,\"at\":5,\"by\":3,\"n\":1,\(action)}".bytes)
        #expect(isEvent ? event != nil : message != nil, "\(action)")
    }
    #expect(
        names(of: actions + ["\"make\":", "\"enter\":"])
            == written { $0.draft().action.write(to: &$1) })
    #expect(names(of: steps) == written { $0.billStep().writeStep(to: &$1) })
}

private func names(of members: [String]) -> [String] {
    Set(members.compactMap { $0.split(separator: "\"").first.map(String.init) }).sorted()
}

/// The names of all actions, or of all bill steps, as they are encoded.
private func written(_ write: (inout SplitMix, inout JSONWriter) -> Void) -> [String] {
    var random = SplitMix(seed: 8)
    let bodies = (0..<5_000).map { _ in
        var writer = JSONWriter()
        write(&random, &writer)
        return writer.bytes.string
    }
    return names(of: bodies)
}

@Test func `all reasons of void events, refusals and closings are documented`() throws {
    let closing = try Examples.text(of: "Closing")
    for reason in CloseReason.allCases { #expect(closing.contains("`\(reason.name)`")) }
    let actions = try Examples.text(of: "Actions")
    for reason in RefusalReason.allCases { #expect(actions.contains("| `\(reason.name)` |")) }
    // No log contains an event that is out of sequence.
    let events = try Examples.text(of: "Events")
    for reason in VoidReason.allCases where reason != .sequence {
        #expect(events.contains("`\(reason.name)`"))
    }
}
