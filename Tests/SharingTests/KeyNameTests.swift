import CalculatorEngine
import Foundation
import Simulator
import Testing

@testable import RoomClient

/// The words of the block below a rule in docs/PROTOCOL.md.
private func words(below rule: String) throws -> [String] {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appending(path: "docs/PROTOCOL.md")
    let parts = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "- **")
    let part = try #require(parts.first { $0.hasPrefix("\(rule)**") })
    return part.components(separatedBy: "```")[1].split(whereSeparator: \.isWhitespace)
        .map(String.init)
}

@Test func `W63 keys and keypads have the names that are listed, and each is taken`() throws {
    let (world, ada, ben) = World.pair()
    let names = try words(below: "W63")
    let keys = Key.all.map(\.name.description)
    #expect(names == keys + Keypad.allCases.map(\.name.description))
    let eve = Stranger(world, joining: "eve")
    for (count, name) in names.enumerated() {
        let action = count < keys.count ? "press" : "keypad"
        eve.say(#"{"n":\#(count + 1),"\#(action)":"\#(name)"}"#)
    }
    #expect(try eve.refusals == [] && eve.closing == nil)
    #expect(ada.replica.confirmed?.calculator.display.keypad == Keypad.allCases.last)
    #expect(ben.display == ada.display)
    world.expectAgreement()
}
