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
