import CalculatorEngine
import Testing

@testable import RoomClient
@testable import SharedRoom

/// Mina has typed `1 2 +`, and Ada is in the room. Ada did not see it yet.
private func minaAndAda() throws -> (mina: Page, ada: Page, FakeServer) {
    var (mina, server) = try joined()
    var ada = Page("ada", seed: 2)
    try ada.exchangeFrames(&server)
    mina.press("1", "2", "+")
    try mina.exchangeFrames(&server)
    try ada.exchangeFrames(&server)
    return (mina, ada, server)
}

private func raiseHand(_ page: inout Page) {
    page.perform(page.replica.act(.plain(.hand(isUp: true)), at: page.now))
}

@Test(arguments: [false, true])
func `keys typed offline are offered with their result if others changed the calculator`(
    sendsSnapshots: Bool
) throws {
    var (mina, ada, server) = try minaAndAda()
    server.sendsSnapshots = sendsSnapshots
    mina.lose(&server)
    mina.press("3", "0", "=")
    raiseHand(&mina)
    mina.press("*", "2", "=")
    ada.press("C", "9", "*", "9", "=")
    try ada.exchangeFrames(&server)
    try mina.reconnect(&server)
    #expect(server.display == "81" && mina.display == "81")
    let offer = try #require(mina.replica.view.offer)
    #expect(offer.result == Array("84".utf8) && !offer.isUnsure)
    #expect(mina.offered == ["3", "0", "=", "*", "2", "="])
    #expect(server.room.people[1]?.handRaised != nil)
    #expect(mina.replica.predicted == server.room)

    mina.perform(mina.replica.didHide(at: mina.now))
    let reloaded = try #require(Page(stored: mina.stored, "mina", seed: 5, at: mina.now))
    #expect(reloaded.replica.offers == [offer])
    mina.perform(mina.replica.closeOffer(at: mina.now))
    #expect(mina.stored.isEmpty)
}

@Test(arguments: [false, true])
func `keys typed offline are sent if nobody else changed the calculator`(
    sendsSnapshots: Bool
) throws {
    var (mina, ada, server) = try minaAndAda()
    server.sendsSnapshots = sendsSnapshots
    mina.lose(&server)
    mina.press("3", "0", "=")
    raiseHand(&ada)
    try ada.exchangeFrames(&server)
    try mina.reconnect(&server)
    #expect(server.display == "42" && mina.replica.offers.isEmpty)
}

@Test(arguments: [false, true])
func `an undo by somebody else is a change of the calculator`(sendsSnapshots: Bool) throws {
    var (mina, ada, server) = try minaAndAda()
    server.sendsSnapshots = sendsSnapshots
    mina.lose(&server)
    mina.press("3")
    ada.perform(ada.replica.undo(at: ada.now))
    try ada.exchangeFrames(&server)
    try mina.reconnect(&server)
    #expect(server.display == "12" && mina.offered == ["3"])
}

extension Page {
    fileprivate mutating func act(_ action: Action) {
        perform(replica.act(.plain(action), at: now))
    }

    /// Undoes the last step of the bills that the page shows.
    fileprivate mutating func undoBills() throws {
        act(.undo(try #require(replica.predicted.bills.history.last?.signature)))
    }
}

@Test(arguments: [false, true])
func `an undo of a bill's step by somebody else holds no keys back`(sendsSnapshots: Bool) throws {
    var (mina, ada, server) = try minaAndAda()
    server.sendsSnapshots = sendsSnapshots
    ada.act(.bill(.tip("10")))
    try ada.exchangeFrames(&server)
    try mina.exchangeFrames(&server)
    mina.lose(&server)
    mina.press("3")
    try ada.undoBills()
    try ada.exchangeFrames(&server)
    try mina.reconnect(&server)
    #expect(server.display == "3" && mina.replica.offers.isEmpty)
}

@Test func `one's own undo of a bill's step is sent although others changed the calculator`() throws
{
    var (mina, ada, server) = try minaAndAda()
    mina.act(.bill(.tip("10")))
    mina.act(.bill(.tip("15")))
    try mina.exchangeFrames(&server)
    try ada.exchangeFrames(&server)
    mina.lose(&server)
    try mina.undoBills()
    // This step and its undo are both pending.
    mina.act(.bill(.tip("18")))
    try mina.undoBills()
    ada.press("5")
    try ada.exchangeFrames(&server)
    try mina.reconnect(&server)
    #expect(server.room.bills.all[0].bill.tip.text == utf8("10") && mina.replica.offers.isEmpty)
    #expect(mina.replica.predicted == server.room && mina.replica.pendingCount == 0)
}

@Test(arguments: [false, true])
func `sent keys are sent again, and another outcome brings a notice`(othersAct: Bool) throws {
    var (mina, ada, server) = try minaAndAda()
    mina.press("3", "0", "=")
    mina.lose(&server)
    mina.press("*", "2")
    if othersAct {
        ada.press("C", "9", "*", "9", "=")
    } else {
        raiseHand(&ada)
    }
    try ada.exchangeFrames(&server)
    try mina.reconnect(&server)
    #expect(server.display == (othersAct ? "30" : "2"))
    #expect(mina.offered == (othersAct ? ["*", "2"] : []))
    let step = Signature(author: 1, pen: 0, number: 6)
    let notice = ReplicaNotice.otherOutcome(
        expected: Array("42".utf8), Array("30".utf8), of: step)
    #expect(mina.replica.view.notices == (othersAct ? [notice] : []))
}

@Test func `keys typed after an offer are not unsure while earlier ones are in flight`() throws {
    var (mina, ada, server) = try minaAndAda()
    mina.press("3")
    for unsent in ["4", "5"] {
        mina.lose(&server)
        mina.press(unsent)
        ada.press("9")
        try ada.exchangeFrames(&server)
        mina.wait(2_000)
        // The join and the welcome.
        for _ in 0..<2 { _ = try mina.step(&server) }
    }
    #expect(mina.offered == ["4", "5"] && mina.replica.offers.allSatisfy { !$0.isUnsure })
    #expect(mina.replica.view.pendingCount == 1)
}

@Test(arguments: [false, true])
func `changes after the sent keys are no other outcome`(sendsSnapshots: Bool) throws {
    var (mina, ada, server) = try minaAndAda()
    server.sendsSnapshots = sendsSnapshots
    mina.press("3", "0", "=")
    while !mina.sent.isEmpty { _ = try mina.step(&server) }
    mina.lose(&server)
    try ada.exchangeFrames(&server)
    ada.press("C")
    try ada.exchangeFrames(&server)
    try mina.reconnect(&server)
    #expect(mina.display == "0" && mina.replica.view.notices == [])
}

@Test func `at most sixteen offers are kept`() throws {
    var (mina, ada, server) = try minaAndAda()
    for _ in 0..<(2 * ClientLimits.offersMax) {
        mina.lose(&server)
        mina.press("3")
        ada.press("C", "4")
        try ada.exchangeFrames(&server)
        mina.wait(60_000)
        try mina.exchangeFrames(&server)
    }
    #expect(mina.replica.offers.count == ClientLimits.offersMax)
}
