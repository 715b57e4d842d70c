import Testing

@testable import RoomClient
@testable import SharedRoom

@Test func `C60 probe`() throws {
    var page = PageReplica()
    func show(_ bytes: [UInt8]) { print(String(decoding: bytes, as: UTF8.self)) }
    let join = #"{"join":{"secret":"mina-secret-0123456789abcdef","pen":"mina-pen-0123456","name":"Mina"}}"#
    show(page.begin(Array(join.utf8), saved: [], chance: { 7 }))
    show(page.answer(.connected, at: 0))
    for name in ["7", "+", "5", "="] { show(page.answer(.pressed(Array(name.utf8)), at: 1)) }
    var server = FakeServer()
    server.sockets = [:]
    try server.receive(Array(join.utf8), from: 1)
    while let frame = server.sockets[1]?.outbox.first {
        server.sockets[1]?.outbox.removeFirst()
        show(frame)
        show(page.answer(.received(frame), at: 2))
    }
    show(page.answer(.acted(Array(#"{"bill":{"add":2}}"#.utf8)), at: 3))
    show(page.answer(.acted(Array(#"{"bill":{"guest":"Bo"}}"#.utf8)), at: 3))
    show(page.answer(.acted(Array(#"{"bill":{"amount":"12.50"}}"#.utf8)), at: 3))
    show(page.answer(.acted(Array(#"{"bill":{"item":"2.00"}}"#.utf8)), at: 3))
    show(page.answer(.undone, at: 4))
    show(page.answer(.redone, at: 4))
    show(page.answer(.disconnected(code: 4008), at: 5))
}
