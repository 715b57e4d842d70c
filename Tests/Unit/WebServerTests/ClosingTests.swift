import SharedRoom
import Testing

@testable import WebServer

@Test func `a close frame has the code and the text of its reason`() throws {
    let (server, ada) = try TestServer.withRoom()
    let ben = try WebSocket.joined(server, "b")
    try ada.send(#"{"n":1,"remove":2}"#)
    let removal = try ben.receiveClose()
    #expect(removal.code == CloseReason.removed.code)
    #expect(removal.text == "\(CloseReason.removed.text)")
    try ada.send("{")
    let mistake = try ada.receiveClose()
    #expect(mistake.code == CloseReason.frame.code)
    #expect(mistake.text == "the frame is not one JSON object: error at byte 1")
}

@Test func `a client that does not join in time receives the reason`() throws {
    let server = try TestServer { $0.limits[.joinTime] = 50 }
    #expect(try WebSocket(server).receiveClose().code == CloseReason.joinTime.code)
}
