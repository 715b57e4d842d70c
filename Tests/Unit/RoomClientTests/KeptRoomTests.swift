import Testing

@testable import RoomClient
@testable import SharedRoom

/// A page that Mina opens later, in the browser that kept the room of an earlier page.
private func later(_ earlier: Page, seed: UInt64 = 2) -> Page {
    var page = Page("mina", pen: "mina-pen-later-\(seed)", seed: seed)
    page.now = earlier.now
    page.replica.restore(from: earlier.kept)
    return page
}

/// A page that typed these keys and kept the room, and its server.
private func keeping(_ keys: String...) throws -> (Page, FakeServer) {
    var (page, server) = try joined()
    for key in keys { page.press(key) }
    try page.exchangeFrames(&server)
    page.perform(page.replica.didHide(at: page.now))
    page.hangUp()
    server.sockets = [:]
    return (page, server)
}

@Test func `a page starts with the room that an earlier page kept`() throws {
    var (earlier, server) = try keeping("7", "+")
    earlier.now += 60_000
    var page = later(earlier)
    #expect(page.display == earlier.display && page.replica.view.mayPress)
    #expect(page.replica.view.people.map(\.number) == [1])
    page.press("8", "=")
    #expect(page.display == "15")
    #expect(page.replica.pendingCount == 2)
    server.received = []
    try page.exchangeFrames(&server)
    #expect(page.display == "15" && server.display == "15" && page.replica.pendingCount == 0)
    #expect(page.replica.predicted == server.room)
    let joins = server.received.compactMap { if case .join(let join) = $0 { join } else { nil } }
    #expect(joins.first?.since?.epoch == server.epoch && joins.first?.since?.sequence == 4)
}

@Test func `only a known room is kept, and invalid kept data are ignored`() throws {
    var page = Page("mina")
    #expect(!page.replica.didHide(at: 5).contains(.keep) && page.replica.kept == [])
    let (earlier, _) = try keeping("7")
    for length in 0..<earlier.kept.count {
        page = Page("mina")
        page.replica.restore(from: Array(earlier.kept.prefix(length)))
        #expect(page.display == "0", "\(length)")
    }
    // The snapshot of a room begins with the version of its rules.
    let snapshot = try #require(earlier.replica.confirmed?.snapshot)
    var other = earlier.kept
    other[other.count - snapshot.count] += 1
    page.replica.restore(from: other)
    #expect(page.display == "0" && !page.replica.hasRoom)
}

@Test(arguments: [false, true])
func `keys on a kept room are offered if others continued`(inOtherEpoch: Bool) throws {
    var (earlier, server) = try keeping("7")
    if inOtherEpoch {
        server = FakeServer()
        server.epoch = 0xB
    }
    var ada = Page("ada", seed: 3)
    try ada.exchangeFrames(&server)
    ada.press("5")
    try ada.exchangeFrames(&server)
    earlier.now += 60_000
    var page = later(earlier)
    page.press("8")
    #expect(page.display == "78")
    try page.exchangeFrames(&server)
    #expect(page.offered == ["8"] && page.replica.view.offer?.result == Array("78".utf8))
    #expect(server.display == (inOtherEpoch ? "5" : "75"))
}

@Test func `a kept room is not recreated`() throws {
    let (earlier, _) = try keeping("7")
    var page = later(earlier)
    page.connect()
    let text = String(decoding: page.sent.joined(), as: UTF8.self)
    #expect(text.contains(#""since""#) && !text.contains(#""make""#))
    page.hangUp()
    let code = CloseReason.noSuchRoom.code
    page.perform(page.replica.disconnected(code: code, at: page.now))
    #expect(page.replica.view.connection == .ended(.noSuchRoom))
}

@Test func `saved actions are shown on the kept room and applied once`() throws {
    var (page, server) = try joined()
    page.press("7")
    try page.exchangeFrames(&server)
    page.perform(page.replica.didHide(at: page.now))
    page.press("8", "9")
    // The first frame arrives, and no answer returns.
    let frame = try #require(page.sent.first)
    try server.receive(frame, from: try #require(page.socket))
    page.hangUp()
    var again = try #require(Page(stored: page.stored, "mina", seed: 2, at: page.now))
    again.replica.restore(from: page.kept)
    #expect(again.display == "789")
    try again.exchangeFrames(&server)
    #expect(again.display == "789" && server.keys == "789" && server.hasDecidedEachNumberOnce)
}

@Test func `practicing alone continues the calculator in a private room`() throws {
    var (page, server) = try joined()
    let ben = Fingerprint(high: 3, low: 4)
    server.append(Draft(.enter(Entrance(identity: ben, pen: 1, name: .none))))
    page.press("4", "2")
    for action in [Action.lock(true), .host(2)] {
        page.perform(page.replica.act(.plain(action), at: page.now))
    }
    try page.exchangeFrames(&server)
    #expect(!page.replica.view.mayPress && page.display == "42")
    page.perform(page.replica.didHide(at: page.now))

    var copy = Page("mina", pen: "another-pen-0123")
    copy.replica.restore(from: page.kept)
    #expect(!copy.replica.view.mayPress)
    copy.perform(copy.replica.goAlone(at: 9))
    #expect(copy.replica.view.mayPress && copy.display == "42" && copy.sent.isEmpty)
    #expect(copy.replica.view.people.map(\.isHost) == [true])
    copy.press("+", "8", "=")
    #expect(copy.display == "50")
    // Steps from before the copy cannot be undone.
    for _ in 0..<4 { copy.perform(copy.replica.undo(at: 12)) }
    #expect(copy.display == "42" && copy.replica.notices.isEmpty && copy.sent.isEmpty)
    try page.exchangeFrames(&server)
    #expect(page.display == "42" && server.display == "42")
}
