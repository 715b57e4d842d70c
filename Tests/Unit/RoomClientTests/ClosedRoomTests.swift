@testable import RoomClient
import SharedRoom
import Testing

@Test func `a participant of a closed room loses pending actions and adds no more`() throws {
    var (page, server) = try joined()
    page.press("1")
    try page.exchangeFrames(&server)
    page.lose(&server)
    page.press("2", "3")
    // A host started over, which removed this person, and then closed the room.
    server.admitsOnlySpectators = true
    try page.reconnect(&server)
    let view = page.replica.view
    #expect(view.pendingCount == 0 && view.you == nil && !view.mayPress)
    #expect(
        view.notices == [
            .void(.plain(.press(key("2"))), .closed), .void(.plain(.press(key("3"))), .closed),
        ])
    page.press("4")
    #expect(page.replica.view.pendingCount == 0)
    #expect(server.keys == "1")
}

@Test func `the deletion of a room discards pending actions`() throws {
    var (page, server) = try joined()
    page.press("1", "2")
    page.lose(&server, code: 4_009)
    #expect(page.replica.view.connection == .ended(.deleted))
    #expect(page.replica.view.pendingCount == 0)
    // The next page offers nothing in a new room of the same name.
    #expect(page.stored.isEmpty)
}

@Test func `a host with a pending delete does not recreate the room`() throws {
    var (page, server) = try joined()
    page.press("1")
    try page.exchangeFrames(&server)
    page.perform(page.replica.act(.plain(.delete), at: page.now))
    page.lose(&server)
    page.wait(2_000)
    let join = try #require(page.sent.first)
    #expect(!String(decoding: join, as: UTF8.self).contains("make"))
    page.lose(&server, code: 4_004)
    #expect(page.replica.view.connection == .ended(.deleted))
    #expect(page.replica.view.pendingCount == 0 && page.connectAt == nil)
}
