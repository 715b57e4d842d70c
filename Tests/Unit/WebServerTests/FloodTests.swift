import Testing

@testable import WebServer

@Test func `a client that floods and does not read delays no other client`() throws {
    let (server, ada) = try TestServer.withRoom { $0.limits[.keysPerSecond] = 5 }
    let ben = try WebSocket.joined(server, "b")
    for number in 1...1_000 { try ben.send(#"{"n":\#(number),"press":"1"}"#) }
    try ada.send(#"{"n":1,"press":"7"}"#, until: #""by":1,"n":1,"press":"7""#)
    #expect(try ben.receive(until: #""refused""#).contains(#""why":"rate""#))
}
