import CalculatorEngine
import Foundation
import Testing

@testable import RoomClient

private struct Answer: Decodable {
    struct Pad: Decodable {
        let name: String
        let example: String
        let rows: [[Cell]]
        let landscapeRows: [[Cell]]
        var cells: [Cell] { (rows + landscapeRows).flatMap { $0 } }
    }
    struct Cell: Decodable, Equatable {
        let look: String
        var key: String?
        var local: String?
        var inverse: String?
        var radians: String?
        var columns: Int?
        var rows: Int?
    }
    let keypads: [Pad]
    let keyboard: [String: String]

    static func readAll() throws -> Answer {
        try JSONDecoder().decode(Answer.self, from: Data(PageReplica.keypads))
    }

    static func read() throws -> [Pad] { try readAll().keypads }
}

@Test func `the list of keypads contains all keys`() throws {
    let pads = try Answer.read()
    #expect(pads.map(\.name) == Keypad.allCases.map { "\($0.name)" })
    for (pad, keypad) in zip(pads, Keypad.allCases) {
        #expect(pad.rows.map(\.count) == keypad.layout.rows.map(\.count))
        #expect(pad.landscapeRows.map(\.count) == keypad.layout.landscapeRows.map(\.count))
        for name in pad.cells.flatMap({ [$0.key, $0.inverse, $0.radians].compactMap { $0 } }) {
            #expect(Key(named: name.utf8) != nil)
        }
    }
}

@Test func `a key has its size, its inverse and its variant in radians`() throws {
    let scientific = try #require(try Answer.read().first { $0.name == "scientific" })
    let cells = scientific.cells
    #expect(cells.contains(Answer.Cell(look: "equals", key: "=", rows: 2)))
    #expect(cells.contains(Answer.Cell(look: "function", key: "sin", inverse: "asin")))
    #expect(cells.contains(Answer.Cell(look: "mode", key: "rad", radians: "deg")))
    #expect(
        cells.filter { $0.key == nil } == [
            Answer.Cell(look: "function", local: "left"),
            Answer.Cell(look: "mode", local: "inverse"),
            Answer.Cell(look: "function", local: "right"),
        ])
    let chain = try #require(try Answer.read().first { $0.name == "chain" })
    #expect(chain.cells.contains(Answer.Cell(look: "clear", key: "AC", columns: 3)))
}

@Test func `a keypad has an example of its rules`() throws {
    for (pad, keypad) in zip(try Answer.read(), Keypad.allCases) {
        #expect(pad.example == "\(keypad.policies.rules.example)")
    }
}

@Test func `keyboard keys map to existing keys`() throws {
    let keyboard = try Answer.readAll().keyboard
    #expect(keyboard["Enter"] == "=" && keyboard["Backspace"] == "back")
    #expect(keyboard.values.filter { Key(named: $0.utf8) == nil } == [])
}
