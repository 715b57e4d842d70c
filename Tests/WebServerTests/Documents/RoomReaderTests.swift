import RoomServer
import RoomStore
import SharedRoom
import Testing

@testable import WebServer

private func read(
    _ name: RoomName, with reader: RoomReader, _ request: RoomReader.Request = .state
) async -> RoomReader.Answer {
    await withCheckedContinuation { continuation in
        reader.read(name, request) { continuation.resume(returning: $0) }
    }
}

/// The read token of a room, from the welcome of an edge.
func readToken(of opened: OpenedRoom) throws -> Fingerprint? {
    var edge = Edge(limits: ServiceLimits(), digest: Digest.sha256, randomWord: { 7 })
    let name = try #require(RoomAddress.name("story"))
    let (session, _) = edge.connect(name, from: 0, at: 0)
    let join = #"{"join":{"secret":"mNq3bD-x0Zc7T_pL8vR2sA","watch":true}}"#
    _ = edge.receive(Array(join.utf8), from: session, at: 0)
    let ticket = try #require(edge.dequeueRequests().first?.ticket)
    _ = edge.report(.opened(name, ticket: ticket, opened), at: 0)
    for action in edge.endTick(at: 0) {
        guard case .send(_, let frame) = action,
            case .welcome(let welcome) = try ServerMessage.decode(frame)
        else { continue }
        return welcome.read
    }
    return nil
}

@Test func `a room is read whether it is open or not, and is closed again`() async throws {
    let store = MemoryStore.fresh
    let name = try #require(RoomAddress.name("story"))
    let edge = store.attach { _ in }
    let reader = RoomReader(store)
    store.submit(.open(name, ticket: 0), from: edge)
    let drafts = [Draft(.make(RoomSetup(keypad: .chain, salt: Fingerprint(high: 1, low: 2))))]
    for isOpen in [true, false] {
        if !isOpen { store.submit(.close(name, ticket: 0), from: edge) }
        for request in [.state, .log(from: 1, count: 10), .tape()] as [RoomReader.Request] {
            if isOpen { store.submit(.append(name, drafts, ticket: 0), from: edge) }
            guard case .room(let stored) = await read(name, with: reader, request) else {
                Issue.record("\(request)")
                continue
            }
            #expect(stored.room.calculator.keypad == .chain)
            let isLog = request == .log(from: 1, count: 10)
            #expect(stored.log.events.count == (isLog ? isOpen ? 2 : 3 : 0))
        }
    }
    store.submit(.open(name, ticket: 0), from: edge)
    store.submit(.forget(name, ticket: 0), from: edge)
    #expect(await read(name, with: reader) == .noSuchRoom)
    #expect(store.roomCount == 0)
}

@Test(arguments: [.state, .log(from: 1, count: 10), .tape()] as [RoomReader.Request])
func `reading a room that does not exist does not create it`(
    request: RoomReader.Request
) async throws {
    let store = MemoryStore.fresh
    let reader = RoomReader(store)
    let name = try #require(RoomAddress.name("nowhere"))
    for _ in 0..<3 { #expect(await read(name, with: reader, request) == .noSuchRoom) }
    #expect(store.roomCount == 0)
    let story = try RoomStory()
    try story.enter("Ada")
    story.act(.delete)
    #expect(await read(story.name, with: RoomReader(story.store), request) == .noSuchRoom)
}

@Test(arguments: RoomStory.Kind.allCases)
func `each of many simultaneous reads includes all earlier events`(
    kind: RoomStory.Kind
) async throws {
    let story = try RoomStory(kind)
    try story.enter("Ada")
    let reader = RoomReader(story.store)
    try await withThrowingTaskGroup(of: Bool.self) { group in
        for count in 1...100 {
            try story.press("7")
            let least = Int64(count + 2)
            let name = story.name
            let request: RoomReader.Request = count % 2 == 0 ? .state : .log(from: least, count: 5)
            group.addTask {
                guard case .room(let stored) = await read(name, with: reader, request) else {
                    return false
                }
                let last =
                    request == .state
                    ? stored.room.sequence : stored.log.events.last?.sequence
                return last ?? 0 >= least
            }
        }
        for try await isNew in group { #expect(isNew) }
    }
}

@Test func `a reader can be released while a store reports to it`() throws {
    let story = try RoomStory(.file)
    try story.enter("Ada")
    for _ in 0..<300 {
        let reader = RoomReader(story.store)
        reader.read(story.name, .tape()) { _ in }
    }
    try story.press("7")
    #expect(try story.room.sequence == 3)
}

@Test func `a read fails if the room cannot be opened or is damaged`() async throws {
    let name = try #require(RoomAddress.name("room"))
    let store = CannedStore(.failure(.newerRules))
    let reader = RoomReader(store)
    #expect(await read(name, with: reader) == .failed(.newerRules))
    let damaged = CannedStore(.success(OpenedRoom(epoch: 1, snapshot: [1, 2, 3])))
    let other = RoomReader(damaged)
    #expect(await read(name, with: other) == .failed(.outOfOrder))
    for request in [.log(from: 1, count: 1), .tape()] as [RoomReader.Request] {
        #expect(await read(name, with: reader, request) == .failed(.newerRules))
        #expect(await read(name, with: other, request) == .failed(.outOfOrder))
    }
}

@Test func `a room that is deleted during a read does not exist`() async throws {
    let name = try #require(RoomAddress.name("room"))
    let making = RoomSetup(keypad: .chain, salt: Fingerprint(high: 1, low: 2))
    let event = Event(sequence: 1, time: 5, draft: Draft(.make(making)))
    let opened = OpenedRoom(epoch: 1, events: [event])
    for (failure, expected) in [
        (LogFailure.notOpen, RoomReader.Answer.noSuchRoom), (.unavailable, .failed(.unavailable)),
    ] {
        let reader = RoomReader(CannedStore(.success(opened), refusing: failure))
        #expect(await read(name, with: reader, .tape()) == expected)
    }
}

/// A store that answers every opening in the same way, and refuses all other reads.
private final class CannedStore: RoomStore {
    private let opening: Result<OpenedRoom, LogFailure>
    private let failure: LogFailure
    private let deliver = Guarded<(@Sendable ([LogReport]) -> Void)?>(nil)

    init(_ opening: Result<OpenedRoom, LogFailure>, refusing failure: LogFailure = .notOpen) {
        self.opening = opening
        self.failure = failure
    }

    func attach(together deliver: @escaping @Sendable ([LogReport]) -> Void) -> UInt32 {
        self.deliver.withLock { $0 = deliver }
        return 1
    }

    func submit(_ requests: [LogRequest], from edge: UInt32) {
        for request in requests {
            if let report = answer(to: request) { deliver.withLock { $0?([report]) } }
        }
    }

    private func answer(to request: LogRequest) -> LogReport? {
        switch request {
        case .open(let name, let ticket):
            switch opening {
            case .success(let opened): .opened(name, ticket: ticket, opened)
            case .failure(let failure): .refused(name, ticket: ticket, failure)
            }
        case .read(let name, _, _, let ticket), .tape(let name, _, _, let ticket):
            .refused(name, ticket: ticket, failure)
        case .append, .head, .announce, .close, .forget: nil
        }
    }

    func detach(_ edge: UInt32) {}
}
