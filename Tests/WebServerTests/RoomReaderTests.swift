import RoomServer
import RoomStore
import SharedRoom
import Testing

@testable import WebServer

private func read(_ name: RoomName, with reader: RoomReader) async -> RoomReader.Answer {
    await withCheckedContinuation { continuation in
        reader.read(name) { continuation.resume(returning: $0) }
    }
}

/// What the token of a room is, found as a client is told it: by joining at an edge.
func readToken(of kept: KeptRoom) throws -> Fingerprint? {
    var edge = Edge(limits: ServiceLimits(), digest: Digest.sha256, chance: { 7 })
    let name = try #require(RoomAddress.name("story"))
    let (session, _) = edge.connect(name, at: 0)
    let join = #"{"join":{"secret":"mNq3bD-x0Zc7T_pL8vR2sA","watch":true}}"#
    _ = edge.receive(Array(join.utf8), from: session, at: 0)
    let opened = OpenedRoom(epoch: kept.epoch, snapshot: kept.snapshot, events: kept.events)
    _ = edge.report(.opened(name, opened), at: 0)
    for action in edge.endTurn(at: 0) {
        guard case .send(_, let frame) = action,
            case .welcome(let welcome) = try ServerMessage.decode(frame)
        else { continue }
        return welcome.read
    }
    return nil
}

@Test func `U41 a room is read as it is, open or not, and closed again`() async throws {
    let story = try RoomStory(eventsKeptMax: 8)
    try story.enter("Ada")
    try story.press("1 2 3 + 4 5 6 =")
    let reader = RoomReader(story.store)
    #expect(await read(story.name, with: reader) == .room(try story.kept))
    try story.press("7")
    #expect(await read(story.name, with: reader) == .room(try story.kept))
    #expect(story.store.roomCount == 1)
}

@Test func `U41 what does not exist is none, and nothing is made`() async throws {
    let story = try RoomStory()
    let reader = RoomReader(story.store)
    let name = try #require(RoomAddress.name("nowhere"))
    for _ in 0..<3 { #expect(await read(name, with: reader) == .none) }
    #expect(story.store.roomCount == 1)
    try story.enter("Ada")
    story.act(.delete)
    #expect(await read(story.name, with: reader) == .none)
}

@Test func `U41 many who ask at once are each told the newest`() async throws {
    let story = try RoomStory()
    try story.enter("Ada")
    let reader = RoomReader(story.store)
    try await withThrowingTaskGroup(of: Bool.self) { group in
        for count in 1...100 {
            try story.press("7")
            let least = Int64(count + 2)
            let name = story.name
            group.addTask {
                guard case .room(let kept) = await read(name, with: reader) else { return false }
                return kept.room.sequence >= least
            }
        }
        for try await isNew in group { #expect(isNew) }
    }
}

@Test func `U41 what a store cannot open is told, and so is a log without sense`() async throws {
    let name = try #require(RoomAddress.name("room"))
    let store = StubbornStore(.notOpened(name, .newerRules))
    let reader = RoomReader(store)
    #expect(await read(name, with: reader) == .failed(.newerRules))
    let damaged = StubbornStore(.opened(name, OpenedRoom(epoch: 1, snapshot: [1, 2, 3])))
    let other = RoomReader(damaged)
    #expect(await read(name, with: other) == .failed(.outOfOrder))
}

/// Answers every opening with the same.
private final class StubbornStore: RoomStore {
    private let answer: LogReport
    private let deliver = Guarded<(@Sendable (LogReport) -> Void)?>(nil)

    init(_ answer: LogReport) { self.answer = answer }

    func attach(_ deliver: @escaping @Sendable (LogReport) -> Void) -> UInt32 {
        self.deliver.withLock { $0 = deliver }
        return 1
    }

    func submit(_ request: LogRequest, from edge: UInt32) {
        guard case .open = request else { return }
        deliver.withLock { $0?(answer) }
    }

    func detach(_ edge: UInt32) {}
}
