import RoomServer
import RoomStore
import SharedRoom
import Testing

@testable import WebServer

private func read(
    _ name: RoomName, with reader: RoomReader, _ wish: RoomReader.Request = .state
) async -> RoomReader.Answer {
    await withCheckedContinuation { continuation in
        reader.read(name, wish) { continuation.resume(returning: $0) }
    }
}

/// What the token of a room is, found as a client is told it: by joining at an edge.
func readToken(of opened: OpenedRoom) throws -> Fingerprint? {
    var edge = Edge(limits: ServiceLimits(), digest: Digest.sha256, randomWord: { 7 })
    let name = try #require(RoomAddress.name("story"))
    let (session, _) = edge.connect(name, from: 0, at: 0)
    let join = #"{"join":{"secret":"mNq3bD-x0Zc7T_pL8vR2sA","watch":true}}"#
    _ = edge.receive(Array(join.utf8), from: session, at: 0)
    _ = edge.report(.opened(name, opened), at: 0)
    for action in edge.endTick(at: 0) {
        guard case .send(_, let frame) = action,
            case .welcome(let welcome) = try ServerMessage.decode(frame)
        else { continue }
        return welcome.read
    }
    return nil
}

@Test func `U41 a room is read as it is, open or not, and closed again`() async throws {
    let store = MemoryStore.fresh
    let name = try #require(RoomAddress.name("story"))
    let edge = store.attach { _ in }
    let reader = RoomReader(store)
    store.submit(.open(name), from: edge)
    let drafts = [Draft(.make(RoomSetup(keypad: .chain, salt: Fingerprint(high: 1, low: 2))))]
    for isOpen in [true, false] {
        if !isOpen { store.submit(.close(name), from: edge) }
        for wish in [.state, .log(from: 1, count: 10), .tape()] as [RoomReader.Request] {
            if isOpen { store.submit(.append(name, drafts, ticket: 0), from: edge) }
            guard case .room(let kept) = await read(name, with: reader, wish) else {
                Issue.record("\(wish)")
                continue
            }
            #expect(kept.room.calculator.keypad == .chain)
            #expect(
                kept.log.events.count == (wish == .log(from: 1, count: 10) ? isOpen ? 2 : 3 : 0))
        }
    }
    store.submit(.open(name), from: edge)
    store.submit(.forget(name, ticket: 0), from: edge)
    #expect(await read(name, with: reader) == .none)
    #expect(store.roomCount == 0)
}

@Test(arguments: [.state, .log(from: 1, count: 10), .tape()] as [RoomReader.Request])
func `U41 what does not exist is none, and nothing is made`(wish: RoomReader.Request) async throws {
    let store = MemoryStore.fresh
    let reader = RoomReader(store)
    let name = try #require(RoomAddress.name("nowhere"))
    for _ in 0..<3 { #expect(await read(name, with: reader, wish) == .none) }
    #expect(store.roomCount == 0)
    let story = try RoomStory()
    try story.enter("Ada")
    story.act(.delete)
    #expect(await read(story.name, with: RoomReader(story.store), wish) == .none)
}

@Test(arguments: RoomStory.Kind.allCases)
func `U41 many who ask at once are each told the newest`(kind: RoomStory.Kind) async throws {
    let story = try RoomStory(kind)
    try story.enter("Ada")
    let reader = RoomReader(story.store)
    try await withThrowingTaskGroup(of: Bool.self) { group in
        for count in 1...100 {
            try story.press("7")
            let least = Int64(count + 2)
            let name = story.name
            let wish: RoomReader.Request = count % 2 == 0 ? .state : .log(from: least, count: 5)
            group.addTask {
                guard case .room(let kept) = await read(name, with: reader, wish) else {
                    return false
                }
                let last = wish == .state ? kept.room.sequence : kept.log.events.last?.sequence
                return last ?? 0 >= least
            }
        }
        for try await isNew in group { #expect(isNew) }
    }
}

@Test func `U41 a reader may go while it is told something`() throws {
    let story = try RoomStory(.file)
    try story.enter("Ada")
    for _ in 0..<300 {
        let reader = RoomReader(story.store)
        reader.read(story.name, .tape()) { _ in }
    }
    try story.press("7")
    #expect(try story.room.sequence == 3)
}

@Test func `U41 what a store cannot open is told, and so is a log without sense`() async throws {
    let name = try #require(RoomAddress.name("room"))
    let store = StubbornStore(.notOpened(name, .newerRules))
    let reader = RoomReader(store)
    #expect(await read(name, with: reader) == .failed(.newerRules))
    let damaged = StubbornStore(.opened(name, OpenedRoom(epoch: 1, snapshot: [1, 2, 3])))
    let other = RoomReader(damaged)
    #expect(await read(name, with: other) == .failed(.outOfOrder))
    for wish in [.log(from: 1, count: 1), .tape()] as [RoomReader.Request] {
        #expect(await read(name, with: reader, wish) == .failed(.newerRules))
        #expect(await read(name, with: other, wish) == .failed(.outOfOrder))
    }
}

@Test func `U41 a room that is forgotten while it is read is none`() async throws {
    let name = try #require(RoomAddress.name("room"))
    let making = RoomSetup(keypad: .chain, salt: Fingerprint(high: 1, low: 2))
    let event = Event(sequence: 1, time: 5, draft: Draft(.make(making)))
    let opened = LogReport.opened(name, OpenedRoom(epoch: 1, events: [event]))
    for (failure, expected) in [
        (LogFailure.notOpen, RoomReader.Answer.none), (.unavailable, .failed(.unavailable)),
    ] {
        let reader = RoomReader(StubbornStore(opened, refusing: failure))
        #expect(await read(name, with: reader, .tape()) == expected)
    }
}

/// Answers every opening with the same, and refuses what is read then.
private final class StubbornStore: RoomStore {
    private let answer: LogReport
    private let failure: LogFailure
    private let deliver = Guarded<(@Sendable ([LogReport]) -> Void)?>(nil)

    init(_ answer: LogReport, refusing failure: LogFailure = .notOpen) {
        self.answer = answer
        self.failure = failure
    }

    func attach(together deliver: @escaping @Sendable ([LogReport]) -> Void) -> UInt32 {
        self.deliver.withLock { $0 = deliver }
        return 1
    }

    func submit(_ requests: [LogRequest], from edge: UInt32) {
        requests.forEach(take)
    }

    private func take(_ request: LogRequest) {
        switch request {
        case .open: deliver.withLock { $0?([answer]) }
        case .read(let name, _, _, let ticket), .tape(let name, _, _, let ticket):
            deliver.withLock { $0?([.refused(name, ticket: ticket, failure)]) }
        case .append, .head, .announce, .close, .forget: break
        }
    }

    func detach(_ edge: UInt32) {}
}
