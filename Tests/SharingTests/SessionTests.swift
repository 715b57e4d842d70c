import RoomClient
import SharedRoom
import Testing

/// Sends the clients' frames to a real edge with a real store. The edge must send exactly the documented
/// answers.
@Test func `a server sends exactly the frames of the documented session`() throws {
    let edge = ScriptedEdge()
    let room = try #require(RoomName(normal: Array("7b".utf8)))
    let lines = try SessionScript().lines
    for line in lines {
        if case .receives(let person, let text) = line.step {
            #expect(edge.nextReceived(by: person) == text, "line \(line.number) of the document")
            continue
        }
        #expect(edge.takeUnread() == [], "missing in the document before line \(line.number)")
        switch line.step {
        case .sends(let person, let frame): edge.send(frame, from: person, in: room)
        case .disconnects(let person): edge.disconnect(person)
        case .wait(let time): edge.advance(by: time)
        case .store(let isWritable): edge.store.isWritable = isWritable
        case .serverStops: edge.stop()
        case .receives: break
        }
    }
    #expect(edge.takeUnread() == [], "missing at the end of the document")
    #expect(lines.count > 50)
}

/// A replica that performs Ada's actions must send exactly Ada's frames and accept every frame to her.
@Test func `the replica sends exactly the frames of the documented session`() throws {
    let lines = try SessionScript().lines
    var ada = try ScriptedReplica()
    for (index, line) in lines.enumerated() {
        switch line.step {
        case .sends("ada", let frame):
            try ada.expectSent(frame, line.number)
        case .receives("ada", let text):
            ada.receive(text)
            try ada.actAhead(of: lines[(index + 1)...])
        case .disconnects("ada"): ada.disconnect(code: 1_006)
        case .wait(let time): ada.advance(by: time)
        case .sends, .receives, .disconnects, .store, .serverStops: break
        }
    }
    #expect(ada.frameCount == lines.filter { $0.text.hasPrefix("ada >") }.count)
    #expect(ada.sent == [])
    #expect(ada.replica.view.people.map(\.number) == [1])
    #expect(String(decoding: ada.replica.view.display.main.text, as: UTF8.self) == "58")
    #expect(ada.replica.view.pendingCount == 0)
}
