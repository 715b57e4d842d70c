import CalculatorEngine
import Testing

@testable import RoomClient
@testable import SharedRoom

@Test func `C40 a key is shown before it is confirmed`() throws {
    var (page, server) = try joined()
    page.press("7")
    #expect(page.display == "7")
    #expect(server.display == "0")
    #expect(page.replica.view.pendingCount == 1)
    try page.talk(&server)
    #expect(server.display == "7")
    #expect(page.replica.view.pendingCount == 0)
    #expect(page.replica.predicted == server.room)
}

@Test func `C40 keys work before there is a connection`() throws {
    var server = FakeServer()
    var page = Page("mina")
    page.press("1", "2", "+")
    page.perform(page.replica.undo(at: 0))
    #expect(page.display == "12")
    try page.talk(&server)
    #expect(server.keys == "12+")
    #expect(page.replica.predicted == server.room)
    #expect(server.display == "12")
}

@Test func `C40 another's key that came first corrects what is shown`() throws {
    var (mina, server) = try joined()
    var ada = Page("ada", seed: 2)
    try ada.talk(&server)
    try mina.talk(&server)
    mina.press("7")
    ada.press("3")
    try ada.talk(&server)
    #expect(mina.display == "7")
    _ = try mina.talk(&server)
    try ada.talk(&server)
    #expect(mina.display == "37")
    #expect(ada.display == "37")
    #expect(mina.replica.predicted == ada.replica.predicted)
    let keys = mina.replica.view.keys
    #expect(keys == [KeyPressed(author: 2, key: key("3"), sequence: 4)])
    #expect(mina.replica.takeChanges().contains([.display, .keys]))
    #expect(mina.replica.takeChanges() == [])
    #expect(mina.replica.view.keys == [])
}

@Test func `C40 what a link does is not predicted, and its number counts`() throws {
    var (page, server) = try joined()
    let link = Page.secret("link-0123456789abcdefghij")
    page.perform(page.replica.act(.hostLink(link), at: 0))
    page.press("5", "6")
    #expect(page.display == "56")
    #expect(page.replica.predicted.hostLink == nil)
    for frame in page.sent { try server.receive(frame, from: page.socket ?? 0) }
    page.sent = []
    _ = try page.step(&server)
    #expect(page.replica.view.pendingCount == 2)
    #expect(page.replica.predicted.hostLink != nil)
    try page.talk(&server)
    #expect(page.replica.predicted == server.room)
    #expect(server.room.hostLink != nil)
}

@Test func `C41 a number is kept before it is sent`() throws {
    let (page, _) = try joined()
    let actions = page.replica.press(key("7"), at: 5)
    #expect(actions == [.save, .send(Array(#"{"n":1,"press":"7"}"#.utf8))])
    let next = page.replica.press(key("8"), at: 6)
    #expect(next == [.save, .send(Array(#"{"n":2,"press":"8"}"#.utf8))])
}

@Test func `C41 what was decided is kept when the page goes, and not key by key`() throws {
    var (page, server) = try joined()
    page.press("7")
    let kept = page.stored
    try page.talk(&server)
    #expect(page.stored == kept && page.replica.saved != kept)
    let actions = page.replica.hide(at: page.now)
    #expect(actions == [.save, .keep])
    page.perform(actions)
    var next = try #require(Page(stored: page.stored, "mina", seed: 7, at: 100))
    #expect(next.replica.pendingCount == 0)
    try next.talk(&server)
    #expect(server.keys == "7")
}

@Test func `C41 what a page that ended at once had kept counts once, also if it was decided`()
    throws
{
    var (page, server) = try joined()
    page.press("7")
    try page.talk(&server)
    page.lose(&server)
    var next = try #require(Page(stored: page.stored, "mina", seed: 7, at: 100))
    #expect(next.replica.pendingCount == 1)
    next.press("8")
    try next.talk(&server)
    #expect(server.keys == "78")
    #expect(server.isOnce)
    #expect(next.replica.pendingCount == 0 && !next.replica.isAsking)
}

@Test func `C42 a reload settles with the old pen and writes with a fresh one`() throws {
    var (page, server) = try joined()
    page.press("1", "2")
    _ = try page.step(&server)
    var second = try #require(Page(stored: page.stored, "mina", seed: 7, at: 100))
    second.press("3")
    try second.talk(&server)
    #expect(server.keys == "123")
    #expect(server.isOnce)
    #expect(server.room.people.all.count == 1)
    #expect(server.room.people.all[0].pens.count == 2)
    #expect(second.replica.predicted == server.room)
    #expect(second.replica.view.pendingCount == 0)
}

@Test func `C42 a doubled tab never writes with the pen of the first`() throws {
    for resumesByEvents in [true, false] {
        var (page, server) = try joined()
        server.sendsSnapshots = !resumesByEvents
        page.lose(&server)
        page.press("1", "2", "+")
        var double = try #require(Page(stored: page.stored, "mina", seed: 7, at: 0))
        double.press("4")
        try double.talk(&server)
        page.press("5")
        page.wait(2_000)
        try page.talk(&server)
        try double.talk(&server)
        // By a snapshot nobody knows whose `1 2 +` was taken, and the person sees that it was.
        #expect(page.replica.view.question.count == (resumesByEvents ? 0 : 4))
        page.perform(page.replica.answer(sendThem: false, at: page.now))
        try page.talk(&server)
        try double.talk(&server)
        #expect(server.keys == (resumesByEvents ? "12+45" : "12+4"))
        #expect(server.isOnce)
        #expect(page.replica.predicted == double.replica.predicted)
    }
}

@Test func `C42 a number of the old pen settles nothing that was typed after it was left`() throws {
    var (page, server) = try joined()
    page.lose(&server)
    page.press("1")
    var double = try #require(Page(stored: page.stored, "mina", seed: 7, at: 0))
    double.connect()
    _ = try double.step(&server)
    _ = try double.step(&server)
    double.press("2")
    // Both come in one frame, from the first tab.
    let signatures = [1, 2].map { Signature(author: 1, pen: 0, count: $0) }
    server.append(Draft(.press(key("1")), signature: signatures[0]))
    server.append(Draft(.press(key("2")), signature: signatures[1]))
    let frame = EventFrame(first: 3, events: Array(server.log.suffix(2)), hash: server.room.hash)
    double.perform(double.replica.receive(ServerMessage.events(frame).encoded, at: 0))
    try double.talk(&server)
    #expect(server.keys == "122")
    #expect(double.replica.predicted == server.room)
}

@Test func `C53 a timer that runs out too early is set again`() throws {
    var (page, _) = try joined()
    page.press("1")
    let refused = Array(#"{"refused":{"n":1,"why":"rate","retry":1000}}"#.utf8)
    page.perform(page.replica.receive(refused, at: 0))
    #expect(page.wakeAt == 1_000)
    #expect(page.replica.wake(at: 999).contains(.wake(at: 1_000)))
}

@Test func `C42 what is kept says everything that is pending`() throws {
    var (page, server) = try joined()
    page.lose(&server)
    page.press("1", "+")
    page.perform(page.replica.undo(at: 0))
    page.perform(page.replica.redo(at: 0))
    page.perform(page.replica.act(.plain(.hand(isUp: true)), at: 0))
    let kept = page.stored
    let second = try #require(Page(stored: kept, "mina", seed: 7, at: 0))
    #expect(second.display == page.display)
    #expect(second.replica.pending.count == 5)
    second.replica.isSaveDue = true
    #expect(second.replica.saved == kept)
    for length in 0..<kept.count {
        #expect(Page(stored: Array(kept.prefix(length)), "mina", seed: 7, at: 0) == nil)
    }
}

@Test func `C43 what is not known to be taken is sent again, keys together`() throws {
    var (page, server) = try joined()
    page.press("1")
    page.lose(&server)
    page.press("2")
    page.perform(page.replica.act(.plain(.hand(isUp: true)), at: 0))
    page.press("3")
    page.wait(2_000)
    server.received = []
    try page.talk(&server)
    let sent = server.received.dropFirst().map { String(decoding: $0.encoded, as: UTF8.self) }
    #expect(
        Array(sent) == [
            #"{"n":1,"press":["1","2"]}"#, #"{"n":3,"hand":true}"#, #"{"n":4,"press":"3"}"#,
        ])
    #expect(page.replica.predicted == server.room)
}

@Test func `C43 at most 64 actions are under way`() throws {
    var (page, server) = try joined()
    page.lose(&server)
    for _ in 0..<100 { page.press("+", "1") }
    page.wait(2_000)
    while server.received.count < 3 { _ = try page.step(&server) }
    let batches = server.received.compactMap { (message) -> Int? in
        if case .act(_, let actions) = message { return actions.count }
        return nil
    }
    #expect(batches == [64])
    try page.talk(&server)
    #expect(server.room.people.all[0].pens[0].last == 200)
    #expect(page.replica.predicted == server.room)
}

@Test func `C40 nothing is done about what is not confirmed yet`() throws {
    var (page, server) = try joined()
    page.press("7")
    try page.talk(&server)
    let next = server.room.sequence + 1
    for action in [
        Action.recall(next), .bill(.dropItem(next)), .bill(.unsettle(next)),
    ] {
        #expect(page.replica.act(.plain(action), at: 0).isEmpty)
    }
    #expect(page.replica.view.pendingCount == 0)
}

@Test func `C66 whoever is given the keypad can undo at once`() throws {
    var (ada, server) = try joined("ada")
    var mina = Page("mina", seed: 2)
    ada.press("5")
    ada.perform(ada.replica.act(.plain(.lock(true)), at: 0))
    try ada.talk(&server)
    try mina.talk(&server)
    #expect(!mina.replica.view.mayPress && mina.replica.view.canUndo)
    ada.perform(ada.replica.act(.plain(.grant(2)), at: 0))
    try ada.talk(&server)
    try mina.talk(&server)
    #expect(mina.replica.view.mayPress && mina.replica.view.canUndo)
}

@Test func `C44 whoever's action is void is told why`() throws {
    var (ada, server) = try joined("ada")
    var mina = Page("mina", seed: 2)
    try mina.talk(&server)
    try ada.talk(&server)
    ada.perform(ada.replica.act(.plain(.lock(true)), at: 0))
    mina.press("7")
    try ada.talk(&server)
    try mina.talk(&server)
    #expect(mina.replica.view.notices == [.void(.plain(.press(key("7"))), .locked)])
    #expect(!mina.replica.view.mayPress)
    #expect(mina.display == "0")
    #expect(mina.replica.view.pendingCount == 0)
}

@Test func `C44 an event that means nothing drops nothing`() throws {
    var (page, server) = try joined()
    page.press("7")
    try page.talk(&server)
    page.press("8")
    let again = Signature(author: 1, pen: 0, count: 1)
    let early = Signature(author: 1, pen: 0, count: 9)
    server.append(Draft(.press(key("7")), signature: again))
    server.append(Draft(.press(key("1")), signature: early))
    let frames = server.sockets[page.socket ?? 0]?.outbox ?? []
    for frame in frames { page.perform(page.replica.receive(frame, at: 0)) }
    #expect(page.replica.view.pendingCount == 1)
    #expect(page.display == "78")
}

@Test func `C56 undo names one's own pending step, whatever its number comes to be`() throws {
    var (page, server) = try joined()
    page.lose(&server)
    page.press("1", "2")
    page.perform(page.replica.undo(at: 0))
    #expect(page.display == "1")
    page.perform(page.replica.redo(at: 0))
    #expect(page.display == "12")
    page.perform(page.replica.undo(at: 0))
    var second = try #require(Page(stored: page.stored, "mina", seed: 7, at: 0))
    #expect(second.display == "1")
    try second.talk(&server)
    #expect(server.display == "1")
    #expect(second.replica.view.notices == [])
    second.perform(second.replica.redo(at: 0))
    try second.talk(&server)
    #expect(server.display == "12")
    #expect(second.replica.predicted == server.room)
}
