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
