import CalculatorEngine
import Testing

@testable import RoomClient
@testable import SharedRoom

@Test func `an earlier key of another participant corrects the display`() throws {
    var (mina, server) = try joined()
    var ada = Page("ada", seed: 2)
    try ada.exchangeFrames(&server)
    try mina.exchangeFrames(&server)
    mina.press("7")
    ada.press("3")
    try ada.exchangeFrames(&server)
    #expect(mina.display == "7")
    _ = try mina.exchangeFrames(&server)
    try ada.exchangeFrames(&server)
    #expect(mina.display == "37")
    #expect(ada.display == "37")
    #expect(mina.replica.predicted == ada.replica.predicted)
    let step = Signature(author: 2, pen: 0, number: 1)
    #expect(mina.replica.view.keys == [KeyPressed(step: step, key: key("3"), sequence: 4)])
    #expect(mina.replica.consumeChanges().contains([.display, .keys]))
    #expect(mina.replica.consumeChanges() == [])
    #expect(mina.replica.view.keys == [])
}

@Test func `using a host link is not predicted but uses an action number`() throws {
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
    try page.exchangeFrames(&server)
    #expect(page.replica.predicted == server.room)
    #expect(server.room.hostLink != nil)
}

@Test func `an action number is saved before it is sent`() throws {
    let (page, _) = try joined()
    let instructions = page.replica.press(key("7"), at: 5)
    #expect(instructions == [.save, .send(utf8(#"{"n":1,"press":"7"}"#)), .wake(at: 3_005)])
    let next = page.replica.press(key("8"), at: 6)
    #expect(next == [.save, .send(utf8(#"{"n":2,"press":"8"}"#))])
}

@Test func `decided actions are saved when the page is hidden, not after each key`() throws {
    var (page, server) = try joined()
    page.press("7")
    let kept = page.stored
    try page.exchangeFrames(&server)
    #expect(page.stored == kept && page.replica.saved != kept)
    let instructions = page.replica.didHide(at: page.now)
    #expect(instructions == [.save, .keep])
    page.perform(instructions)
    #expect(page.stored.isEmpty)
}

@Test func `a reloaded page settles with the old pen and writes with a fresh one`() throws {
    var (page, server) = try joined()
    page.press("1", "2")
    _ = try page.step(&server)
    var second = try #require(Page(stored: page.stored, "mina", seed: 7, at: 100))
    second.press("3")
    try second.exchangeFrames(&server)
    #expect(server.keys == "123")
    #expect(server.hasDecidedEachNumberOnce)
    #expect(server.room.people.all.count == 1)
    #expect(server.room.people.all[0].pens.count == 2)
    #expect(second.replica.predicted == server.room)
    #expect(second.replica.view.pendingCount == 0)
}

@Test func `a duplicated tab never writes with the pen of the first tab`() throws {
    for resumesByEvents in [true, false] {
        var (page, server) = try joined()
        server.sendsSnapshots = !resumesByEvents
        page.lose(&server)
        page.press("1", "2", "+")
        var double = try #require(Page(stored: page.stored, "mina", seed: 7, at: 0))
        double.press("4")
        try double.exchangeFrames(&server)
        page.press("5")
        try page.reconnect(&server)
        try double.exchangeFrames(&server)
        #expect(server.keys == "12+45" && page.offered.isEmpty)
        #expect(server.hasDecidedEachNumberOnce)
        #expect(page.replica.predicted == double.replica.predicted)
    }
}

@Test func `an action number of the old pen settles no later action`() throws {
    var (page, server) = try joined()
    page.lose(&server)
    page.press("1")
    var double = try #require(Page(stored: page.stored, "mina", seed: 7, at: 0))
    double.connect()
    _ = try double.step(&server)
    _ = try double.step(&server)
    double.press("2")
    // Both arrive in one frame, from the first tab.
    let signatures = [1, 2].map { Signature(author: 1, pen: 0, number: $0) }
    server.append(Draft(.press(key("1")), signature: signatures[0]))
    server.append(Draft(.press(key("2")), signature: signatures[1]))
    let frame = EventFrame(first: 3, events: Array(server.log.suffix(2)), hash: server.room.hash)
    double.perform(double.replica.receive(ServerMessage.events(frame).encoded, at: 0))
    try double.exchangeFrames(&server)
    #expect(server.keys == "122")
    #expect(double.replica.predicted == server.room)
}

@Test func `a timer that fires too early is set again`() throws {
    var (page, _) = try joined()
    page.press("1")
    page.receive(#"{"refused":{"n":1,"why":"rate","retry":1000}}"#)
    #expect(page.wakeAt == 1_000)
    #expect(page.replica.wake(at: 999).contains(.wake(at: 1_000)))
}

@Test func `the saved state contains all pending actions`() throws {
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
    #expect(second.replica.saved == kept)
    for length in 0..<kept.count {
        #expect(Page(stored: Array(kept.prefix(length)), "mina", seed: 7, at: 0) == nil)
    }
}

@Test func `unconfirmed actions are resent, with keys in one frame`() throws {
    var (page, server) = try joined()
    page.press("1")
    page.lose(&server)
    page.press("2")
    page.perform(page.replica.act(.plain(.hand(isUp: true)), at: 0))
    page.press("3")
    page.wait(2_000)
    server.received = []
    try page.exchangeFrames(&server)
    let sent = server.received.dropFirst().map { String(decoding: $0.encoded, as: UTF8.self) }
    #expect(
        Array(sent) == [
            #"{"n":1,"press":["1","2"]}"#, #"{"n":3,"hand":true}"#, #"{"n":4,"press":"3"}"#,
        ])
    #expect(page.replica.predicted == server.room)
}

@Test func `at most 64 actions are in flight`() throws {
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
    try page.exchangeFrames(&server)
    #expect(server.room.people.all[0].pens[0].last == 200)
    #expect(page.replica.predicted == server.room)
}

@Test func `an action on an unconfirmed event is ignored`() throws {
    var (page, server) = try joined()
    page.press("7")
    try page.exchangeFrames(&server)
    let next = server.room.sequence + 1
    for action in [
        Action.recall(next), .bill(.dropItem(next)), .bill(.unsettle(next)),
        .answer(Answering(next, keys: [key("5")])),
    ] {
        #expect(page.replica.act(.plain(action), at: 0).isEmpty)
    }
    #expect(page.replica.view.pendingCount == 0)
}

@Test func `keys are typed after a pending step, also after a reload`() throws {
    var (page, server) = try joined()
    page.lose(&server)
    page.press("1", "2")
    let shown = page.replica.view.lastStep
    let typing = Typing([.digit(.seven)], after: shown)
    page.perform(page.replica.act(.plain(.type(typing)), at: page.now))
    #expect(page.display == "7")
    var reloaded = try #require(Page(stored: page.stored, "mina", seed: 5, at: page.now))
    #expect(reloaded.replica.view.pendingCount == 3)
    try reloaded.exchangeFrames(&server)
    #expect(server.display == "7")
    #expect(server.room.history.last?.signature.number == 3)
}

@Test func `keys that are typed too late bring a notice with the keys`() throws {
    var (ada, server) = try joined("ada")
    var mina = Page("mina", seed: 2)
    try mina.exchangeFrames(&server)
    mina.press("5")
    let typing = Typing([.digit(.seven)], after: ada.replica.view.lastStep)
    ada.perform(ada.replica.act(.plain(.type(typing)), at: 0))
    try mina.exchangeFrames(&server)
    try ada.exchangeFrames(&server)
    #expect(server.display == "5")
    #expect(ada.replica.view.notices == [.void(.plain(.type(typing)), .step)])
}

@Test func `a participant who gets the keypad can undo at once`() throws {
    var (ada, server) = try joined("ada")
    var mina = Page("mina", seed: 2)
    ada.press("5")
    ada.perform(ada.replica.act(.plain(.lock(true)), at: 0))
    try ada.exchangeFrames(&server)
    try mina.exchangeFrames(&server)
    #expect(!mina.replica.view.mayPress && mina.replica.view.canUndo)
    ada.perform(ada.replica.act(.plain(.grant(2)), at: 0))
    try ada.exchangeFrames(&server)
    try mina.exchangeFrames(&server)
    #expect(mina.replica.view.mayPress && mina.replica.view.canUndo)
}

@Test func `a void action brings a notice with the reason`() throws {
    var (ada, server) = try joined("ada")
    var mina = Page("mina", seed: 2)
    try mina.exchangeFrames(&server)
    try ada.exchangeFrames(&server)
    ada.perform(ada.replica.act(.plain(.lock(true)), at: 0))
    mina.press("7")
    try ada.exchangeFrames(&server)
    try mina.exchangeFrames(&server)
    #expect(mina.replica.view.notices == [.void(.plain(.press(key("7"))), .locked)])
    #expect(!mina.replica.view.mayPress)
    #expect(mina.display == "0")
    #expect(mina.replica.view.pendingCount == 0)
}

@Test func `a duplicate event removes no pending action`() throws {
    var (page, server) = try joined()
    page.press("7")
    try page.exchangeFrames(&server)
    page.press("8")
    let again = Signature(author: 1, pen: 0, number: 1)
    let early = Signature(author: 1, pen: 0, number: 9)
    server.append(Draft(.press(key("7")), signature: again))
    server.append(Draft(.press(key("1")), signature: early))
    let frames = server.sockets[page.socket ?? 0]?.outbox ?? []
    for frame in frames { page.perform(page.replica.receive(frame, at: 0)) }
    #expect(page.replica.view.pendingCount == 1)
    #expect(page.display == "78")
}

@Test func `undoing a pending step works whatever number the step gets`() throws {
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
    try second.exchangeFrames(&server)
    #expect(server.display == "1")
    #expect(second.replica.view.notices == [])
    second.perform(second.replica.redo(at: 0))
    try second.exchangeFrames(&server)
    #expect(server.display == "12")
    #expect(second.replica.predicted == server.room)
}
