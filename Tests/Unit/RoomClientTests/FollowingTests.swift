import CalculatorEngine
import Testing

@testable import RoomClient
@testable import SharedRoom

@Test func `a spectator follows the room and sends no actions`() throws {
    var (page, server) = try joined()
    var board = Page("board", seed: 2)
    board.replica.joinTemplate.isWatching = true
    try board.exchangeFrames(&server)
    page.press("7", "+", "8", "=")
    try page.exchangeFrames(&server)
    #expect(board.replica.press(key("1"), at: 0) == [])
    try board.exchangeFrames(&server)
    #expect(board.display == "15")
    #expect(board.replica.predicted == server.room)
    #expect(board.replica.view.you == nil)
    #expect(!board.replica.view.mayPress)
    #expect(board.replica.view.keys.count == 4)
    #expect(board.replica.view.tape.count == 1)
}

@Test func `known events are ignored, and a gap causes a new join`() throws {
    var (page, server) = try joined()
    page.press("7")
    try page.exchangeFrames(&server)
    let event = server.log[2]
    let again = EventFrame(first: 3, events: [event], hash: server.room.hash)
    page.perform(page.replica.receive(ServerMessage.events(again).encoded, at: 0))
    #expect(page.display == "7")
    #expect(page.socket != nil)
    let later = EventFrame(first: 5, events: [event])
    page.perform(page.replica.receive(ServerMessage.events(later).encoded, at: 0))
    #expect(page.socket == nil)
    page.wait(1_000)
    try page.exchangeFrames(&server)
    #expect(page.replica.view.connection == .joined(isCurrent: true))
}

@Test func `an unreadable frame causes a new join`() throws {
    var (page, _) = try joined()
    page.receive(#"{"seq":3,"events":[{"n":1}]}"#)
    #expect(page.socket == nil)
    #expect(page.connectAt != nil)
}

@Test func `a hash mismatch is reported once and repaired by a snapshot`() throws {
    var (page, server) = try joined()
    var ada = Page("ada", seed: 2)
    try ada.exchangeFrames(&server)
    page.replica.confirmed?.isLocked = true
    ada.press("8", "9")
    try ada.exchangeFrames(&server)
    server.received = []
    for frame in server.sockets[page.socket ?? 0]?.outbox ?? [] {
        page.perform(page.replica.receive(frame, at: 0))
    }
    server.sockets[page.socket ?? 0]?.outbox = []
    #expect(page.sent.count == 1)
    #expect(page.replica.view.connection == .joined(isCurrent: false))
    #expect(page.display == "0")
    try page.exchangeFrames(&server)
    #expect(page.display == "89")
    #expect(server.received.count == 1)
    #expect(page.replica.view.connection == .joined(isCurrent: true))
    #expect(page.replica.predicted == server.room)
}

@Test func `a heartbeat is sent every 25 seconds`() throws {
    var (page, server) = try joined()
    server.received = []
    for _ in 0..<4 {
        page.wait(25_000)
        try page.exchangeFrames(&server)
    }
    #expect(server.received == [.alive(1), .alive(2), .alive(3), .alive(4)])
    #expect(page.replica.view.connection == .joined(isCurrent: true))
}

@Test func `without a heartbeat answer the view is not current, then it reconnects`() throws {
    var (page, server) = try joined()
    page.wait(25_000)
    page.sent = []
    page.wait(999)
    #expect(page.replica.view.connection == .joined(isCurrent: true))
    page.wait(1)
    #expect(page.replica.view.connection == .joined(isCurrent: false))
    page.wait(1_999)
    #expect(page.socket != nil)
    page.wait(1)
    #expect(page.socket == nil)
    page.wait(500)
    try page.exchangeFrames(&server)
    #expect(page.replica.view.connection == .joined(isCurrent: true))
}

@Test func `while a key stays undecided, the view is not current`() throws {
    var (page, server) = try joined()
    page.press("1")
    page.wait(2_999)
    #expect(page.replica.view.connection == .joined(isCurrent: true))
    page.wait(1)
    #expect(page.replica.view.connection == .joined(isCurrent: false))
    page.press("2")
    #expect(page.replica.view.connection == .joined(isCurrent: false))
    try page.exchangeFrames(&server)
    #expect(page.replica.view.connection == .joined(isCurrent: true))
    // A refused key waits, and the page says why.
    page.press("3")
    page.receive(#"{"refused":{"n":3,"why":"storage","retry":60000}}"#)
    page.wait(3_000)
    #expect(page.replica.view.connection == .joined(isCurrent: true))
}

@Test func `waking up, or a key after a silence, sends a heartbeat`() throws {
    var (page, server) = try joined()
    server.received = []
    page.now = 9_000
    page.press("1")
    try page.exchangeFrames(&server)
    page.now = 12_000
    page.perform(page.replica.wake(at: 12_000))
    try page.exchangeFrames(&server)
    page.now = 22_000
    page.press("2")
    try page.exchangeFrames(&server)
    let signs = server.received.filter { if case .alive = $0 { true } else { false } }
    #expect(signs == [.alive(1), .alive(2)])
    #expect(server.received.first == .act(first: 1, [.plain(.press(key("1")))]))
    #expect(server.keys == "12")
}

@Test func `the page reconnects at once when the network returns`() throws {
    var (page, server) = try joined()
    for _ in 0..<8 {
        page.lose(&server)
        page.now = page.connectAt ?? 0
        page.connect()
    }
    page.lose(&server)
    #expect(page.connectAt ?? 0 > page.now + 5_000)
    page.now += 1
    page.perform(page.replica.wake(at: page.now))
    #expect(page.connectAt == page.now)
}

@Test func `refused actions are resent in order after the requested delay`() throws {
    var (page, server) = try joined()
    page.press("1", "2", "3")
    page.sent.removeAll()
    page.receive(#"{"refused":{"n":2,"why":"rate","retry":1000}}"#)
    #expect(page.replica.view.notices == [.refused(.rate)])
    try server.receive(utf8(#"{"n":1,"press":"1"}"#), from: page.socket ?? 0)
    server.received = []
    page.press("4")
    try page.exchangeFrames(&server)
    #expect(server.keys == "1")
    page.wait(999)
    #expect(page.sent.isEmpty)
    page.wait(1)
    #expect(page.sent == [utf8(#"{"n":2,"press":["2","3","4"]}"#)])
    try page.exchangeFrames(&server)
    #expect(server.keys == "1234")
    #expect(page.replica.predicted == server.room)
}

@Test func `a delay that a server requests is limited to five minutes`() throws {
    var (page, server) = try joined()
    let longest = "9007199254740991"
    page.press("1")
    page.sent.removeAll()
    page.receive(#"{"refused":{"n":1,"why":"sunspots","retry":\#(longest)}}"#)
    #expect(page.replica.view.notices == [.refused(.busy)])
    for part in 1...12 {
        page.wait(part < 12 ? 25_000 : 24_999)
        try page.exchangeFrames(&server)
    }
    #expect(server.keys == "")
    page.wait(1)
    try page.exchangeFrames(&server)
    #expect(server.keys == "1")
    page.receive(#"{"bye":{"why":"sunspots","retry":\#(longest)}}"#)
    page.lose(&server, code: 4_099)
    let wait = try #require(page.connectAt) - page.now
    #expect(wait >= 300_000 && wait <= 300_500)
}

@Test func `presence counts participants and includes this one`() throws {
    var (page, _) = try joined()
    #expect(page.replica.view.present == [1] && page.replica.view.presentCount == 1)
    page.receive(#"{"here":{"all":[{"who":2,"name":""},{"who":3,"name":""}],"count":312}}"#)
    #expect(page.replica.view.present == [2, 3, 1] && page.replica.view.presentCount == 312)
    page.receive(#"{"here":{"came":[{"who":4,"name":""}],"gone":[1,3],"count":320}}"#)
    #expect(page.replica.view.presentCount == 320)
    #expect(page.replica.view.present.sorted() == [1, 2, 4])
    var writer = JSONWriter()
    page.replica.view.write(.people, to: &writer)
    let people = String(decoding: writer.bytes, as: UTF8.self)
    #expect(people.contains(#""count":320,"all":["#))
    page.receive(#"{"here":{"came":[],"gone":[2]}}"#)
    #expect(page.replica.view.presentCount == 2)
}

@Test func `reconnect delays double up to 30 seconds with jitter`() throws {
    var (page, server) = try joined()
    var waits: [Int64] = []
    for _ in 0..<10 {
        page.lose(&server)
        waits.append((page.connectAt ?? 0) - page.now)
        page.now = page.connectAt ?? 0
        page.connect()
    }
    let whole: [Int64] = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000, 30_000]
    for (wait, whole) in zip(waits, whole) { #expect(wait >= whole / 2 && wait <= whole) }
    #expect(Set(waits.suffix(4)).count == 4)
    try page.exchangeFrames(&server)
    page.lose(&server)
    #expect((page.connectAt ?? 0) - page.now <= 500)
}

@Test func `a connection attempt times out after ten seconds`() throws {
    var page = Page("mina")
    page.perform(page.replica.wake(at: page.now))
    #expect(page.wakeAt == page.now + 10_000)
    for _ in 0..<3 {
        // The socket reports nothing, and nobody uses the page.
        page.connectAt = nil
        page.now = try #require(page.wakeAt)
        page.perform(page.replica.wake(at: page.now))
        let next = try #require(page.connectAt)
        #expect(next > page.now)
        #expect(page.wakeAt == next + 10_000)
    }
    page.now = page.connectAt ?? 0
    var server = FakeServer()
    try page.exchangeFrames(&server)
    #expect(page.replica.view.connection == .joined(isCurrent: true))
}

@Test func `a bye sets the reconnect delay or ends the connection`() throws {
    var (page, server) = try joined()
    page.receive(#"{"bye":{"why":"restart","retry":7000}}"#)
    page.lose(&server, code: 1012)
    #expect(page.connectAt ?? 0 >= 7_000)
    page.wait(8_000)
    try page.exchangeFrames(&server)
    page.lose(&server, code: CloseReason.removed.code)
    #expect(page.replica.view.connection == .ended(.removed))
    #expect(page.connectAt == nil)
    #expect(page.replica.press(key("1"), at: page.now) == [])
}

@Test func `other rules reload the page once, then only displays are shown`() throws {
    var server = FakeServer()
    server.rules = Room.rules + 1
    var page = Page("mina")
    try page.exchangeFrames(&server)
    #expect(page.reloads == 1)
    #expect(page.socket == nil)
    var second = try #require(Page(stored: page.stored, "mina", seed: 2, at: 0))
    second.replica.joinTemplate.wantsViews = true
    try second.exchangeFrames(&server)
    #expect(second.reloads == 0)
    #expect(second.replica.view.serverView == Room().view)
    #expect(!second.replica.view.mayPress)
    let view = #"{"display":"12","expression":"","keypad":"formula","newer":[{}]}"#
    second.receive(#"{"seq":9,"events":[],"view": \#(view) }"#)
    #expect(second.replica.view.serverView?.json == utf8(view))
    server.rules = Room.rules
    second.lose(&server)
    second.wait(5_000)
    try second.exchangeFrames(&server)
    #expect(second.replica.view.serverView == nil)
    #expect(!second.replica.wasReloaded)
}

/// The states of a page with a running timeout during the next minute, after its clock was set back.
private func nextMinute(
    after moment: (inout Page, inout FakeServer) throws -> Void, setBack: Int64
) throws -> [String] {
    var (page, server) = (Page("mina"), FakeServer())
    page.now = 3_600_000
    try page.exchangeFrames(&server)
    try moment(&page, &server)
    // The replica knows the time.
    page.perform(page.replica.didHide(at: page.now))
    page.now -= setBack
    page.wakeAt = page.wakeAt.map { $0 - setBack }
    page.connectAt = page.connectAt.map { $0 - setBack }
    page.perform(page.replica.didHide(at: page.now))
    return (0..<120).map { _ in
        page.wait(500)
        let state =
            if case .away(let time) = page.replica.view.connection {
                "away for \(time - page.now)"
            } else {
                "\(page.replica.view.connection)"
            }
        return "\(state), \(page.sent.count) sent, \(page.replica.pendingCount) pending"
    }
}

@Test(
    arguments: [
        { page, _ in page.press("1") },
        { page, _ in page.wait(25_000) },
        { page, _ in page.receive(#"{"refused":{"n":1,"why":"rate","retry":20000}}"#) },
        { page, server in page.lose(&server) },
        { page, server in
            page.lose(&server)
            page.wait(1_000)
        },
    ] as [@Sendable (inout Page, inout FakeServer) throws -> Void])
func `a clock that is set back moves no timeout`(
    moment: @Sendable (inout Page, inout FakeServer) throws -> Void
) throws {
    #expect(
        try nextMinute(after: moment, setBack: 0) == nextMinute(after: moment, setBack: 3_000_000))
}
