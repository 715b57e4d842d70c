import CalculatorEngine
import Foundation
import RunningPrograms
import RunningRedis
import SharedRoom
import Testing

@testable import RoomStore
@testable import WebServer

@Test(.enabled(if: RunningRedis.isInstalled, "redis-server is not installed (Debian: redis-tools)"))
func `a lesson with thousands of keys has the same documents in Redis and in a file`() throws {
    let folder = try TemporaryFolder()
    let redis = try RunningRedis()
    defer { redis.end() }
    let common = StoreOptions(clock: { RoomStory.now })
    let (path, address) = (folder.path(of: "rooms.db"), "redis://127.0.0.1:\(redis.port)")
    let file = try SQLiteStore(SQLiteOptions(path: path, common))
    let shared = try RedisStore(RedisOptions(address: #require(RedisAddress(address)), common))
    let keyCount = Effort.count(4_000, full: 20_000)
    let documents = try ([file, shared] as [any RoomStore]).map {
        try lesson(in: $0, keyCount: keyCount)
    }
    for (name, text) in documents[0] {
        #expect(text.count > keyCount && text == documents[1][name], "\(name)")
    }
    file.close()
    shared.close()
    // Every step from the first event on is applied again.
    let replays = try [path, address].map { try FileCommand("replay story", of: $0) }
    #expect(replays[0].output.utf8.count > 0 && replays[0].output == replays[1].output)
    #expect(replays.allSatisfy { $0.status == 0 }, "\(replays.flatMap(\.errorLines))")
}

/// Two people calculate in turns, and answer a question in between. Returns all documents of a long room.
private func lesson(in store: any RoomStore, keyCount: Int) throws -> [String: [UInt8]] {
    let story = try RoomStory(in: store, people: ["Ada", "Ben"])
    for part in 0..<8 {
        try story.press("1 + 2 = 7 / 3 =", times: keyCount / 64, by: UInt32(1 + part % 2))
        story.act(.ask(Asking(.none, on: .simple)))
        let question = try #require(try story.room.question?.number)
        let keys = [try #require(Key(named: "4".utf8))]
        story.act(.answer(Answering(question, keys: keys)), by: 2)
        for action: Action in [
            .closeQuestion(question), .reveal(question, names: true), .endQuestion(question),
        ] {
            story.act(action)
        }
    }
    let texts: [StoredDocument] = [.tapeCSV, .tapeText, .lesson, .lessonCSV, .lessonText]
    var documents = try Dictionary(
        uniqueKeysWithValues: texts.map { ($0.rawValue, try story.document($0)) })
    documents["log"] = try stride(from: 1, through: keyCount, by: 4_000).flatMap {
        try story.document(.log, "from=\($0)&count=4000")
    }
    return documents
}
