import RoomClient
import SharedRoom
import Testing

/// Every line is played against a real edge and a real store: what the document lets clients say is
/// said, and what comes of it must be what the document says, all of it and nothing else.
@Test func `W30 a session is what a server says, byte for byte`() throws {
    let stage = try SessionStage()
    let room = try #require(RoomName(normal: Array("7b".utf8)))
    let lines = try SessionScript().lines
    for line in lines {
        if case .hears(let person, let text) = line.step {
            #expect(stage.takeHeard(person) == text, "PROTOCOL.md, line \(line.number)")
            continue
        }
        #expect(stage.takeRest() == [], "PROTOCOL.md leaves this out before line \(line.number)")
        switch line.step {
        case .says(let person, let frame): stage.say(frame, by: person, in: room)
        case .hangsUp(let person): stage.hangUp(person)
        case .later(let time): stage.pass(time)
        case .store(let isWritable): stage.store.isWritable = isWritable
        case .serverStops: stage.stop()
        case .hears: break
        }
    }
    #expect(stage.takeRest() == [], "PROTOCOL.md ends before this")
    #expect(lines.count > 60)
}

/// A replica that does what Ada does says what Ada's client says in the document, and agrees with
/// every frame that she is sent.
@Test func `W30 a session is what the page's own client says, byte for byte`() throws {
    let lines = try SessionScript().lines
    var page = try SessionPage()
    for (index, line) in lines.enumerated() {
        switch line.step {
        case .says("ada", let frame):
            try page.says(frame, line.number)
        case .hears("ada", let text):
            page.hears(text)
            try page.typesAhead(lines[(index + 1)...])
        case .hangsUp("ada"): page.loses(code: 1_006)
        case .later(let time): page.passes(time)
        case .says, .hears, .hangsUp, .store, .serverStops: break
        }
    }
    #expect(page.frameCount == lines.filter { $0.text.hasPrefix("ada >") }.count)
    #expect(page.said == [])
    #expect(page.replica.view.people.map(\.number) == [1])
    #expect(String(decoding: page.replica.view.display.main.text, as: UTF8.self) == "58")
    #expect(page.replica.view.pendingCount == 0)
}

@Test func `W30 every frame of a session is read as it was written`() throws {
    for line in try SessionScript().lines {
        guard case .hears(_, let text) = line.step, text.hasPrefix("{"), !text.contains("void")
        else { continue }
        let message = try #require(try ServerMessage.decode(Array(text.utf8)))
        #expect(String(decoding: message.encoded, as: UTF8.self) == text)
    }
}
