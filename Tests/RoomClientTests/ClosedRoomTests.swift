@testable import RoomClient
import SharedRoom
import Testing

@Test func `C59 who may only look is told what will never be done, and types nothing more`() throws
{
    var (page, server) = try joined()
    page.press("1")
    try page.talk(&server)
    page.lose(&server)
    page.press("2", "3")
    // Somebody started over without this person, and then closed the room.
    server.turnsAwayAsWatchers = true
    page.wait(2_000)
    try page.talk(&server)
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

@Test func `C108 a deleted room takes along what is pending`() throws {
    var (page, server) = try joined()
    page.press("1", "2")
    page.lose(&server, code: 4_009)
    #expect(page.replica.view.connection == .ended(.deleted))
    #expect(page.replica.view.pendingCount == 0)
    // The next life of this page asks nothing about another room of that name.
    server = FakeServer()
    var next = try #require(Page(stored: page.stored, "mina", seed: 2, at: page.now))
    try next.talk(&server)
    #expect(next.replica.view.question.isEmpty && server.keys.isEmpty)
}

@Test func `C108 a host whose word to delete was on its way makes no new room`() throws {
    var (page, server) = try joined()
    page.press("1")
    try page.talk(&server)
    page.perform(page.replica.act(.plain(.delete), at: page.now))
    page.lose(&server)
    page.wait(2_000)
    let join = try #require(page.sent.first)
    #expect(!String(decoding: join, as: UTF8.self).contains("make"))
    page.lose(&server, code: 4_004)
    #expect(page.replica.view.connection == .ended(.deleted))
    #expect(page.replica.view.pendingCount == 0 && page.connectAt == nil)
}
