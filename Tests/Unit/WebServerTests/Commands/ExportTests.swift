import Foundation
import RoomStore
import SharedRoom
import Testing

@testable import WebServer

@Test func `an export has the same bytes as the document of a server`() throws {
    let story = try RoomStory(.file, eventsKeptMax: 400, name: "7b", people: ["=Ada", ""])
    story.act(.lock(true))
    for round in 0..<220 { try story.press("1 + 2 =", by: round % 5 == 0 ? 2 : 1) }
    let file = try #require(story.file)
    let server = try TestServer(store: story.store)
    for document in ["tape.txt", "tape.csv", "log"] {
        let page = try server.get("/rooms/7b/\(document)?count=10000")
        let command = try FileCommand("export 7B --as \(document)", of: file.path)
        #expect(command.status == 0 && command.errorLines == [])
        #expect(command.output == page.body, "\(document)")
        #expect(command.output.utf8.count { $0 == UInt8(ascii: "\n") } > 100)
    }
    #expect(
        try FileCommand("export 7b", of: file.path).lines
            == story.document(.tapeText).lines)
    try server.stop()
}

@Test func `a long log is exported completely`() throws {
    let file = try closedFile { try $0.press("7", times: 10_500) }
    let lines = try FileCommand("export story --as log", of: file.path).lines
    let numbers = try lines.map { try Event.decode(line: Array($0.utf8)).sequence }
    #expect(numbers == Array(1...10_502))
}

@Test(arguments: [
    ("tape.tx", "Unknown format tape.tx. Did you mean tape.txt or tape.csv?"),
    ("pdf", "Unknown format pdf. Choose one of: tape.txt, tape.csv, log."),
])
func `the error for an unknown export format lists the known ones`(
    format: String, message: String
) throws {
    let command = try FileCommand("export a --as \(format)", of: "/nowhere")
    #expect(command.failure == "2: \(message)")
}
