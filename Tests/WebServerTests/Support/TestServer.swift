import Foundation
import RoomStore
import SharedRoom

@testable import WebServer

/// A server on a thread of its own, on a port that is free, over a store in memory.
final class TestServer: Sendable {
    let server: Server
    let log: LogLines
    private let ended = DispatchSemaphore(value: 0)

    init(
        store: any RoomStore = MemoryStore.fresh, port: UInt16 = 0,
        _ configure: (inout ServerConfiguration) -> Void = { _ in }
    ) throws {
        log = LogLines()
        var configuration = ServerConfiguration(
            staticFolder: try TestPage.folder(),
            log: Log(.text, showsAddresses: false) { [log] in log.append($0) })
        configuration.port = port
        configure(&configuration)
        server = try Server(configuration, store)
        let thread = Thread { [server, ended] in
            try? server.run { _ in }
            ended.signal()
        }
        thread.start()
    }

    deinit { server.stop() }

    var port: UInt16 { server.port }

    /// Stops it, and waits until it has.
    func stop() throws {
        server.stop()
        guard ended.wait(timeout: .now() + 60) == .success else { throw TestFailure.tookTooLong }
    }
}

enum TestFailure: Error {
    case tookTooLong, closed, noConnection
}

/// What a server has logged.
final class LogLines: Sendable {
    private let lines = Guarded<[String]>([])

    func append(_ line: String) { lines.withLock { $0.append(line) } }

    var all: [String] { lines.withLock { $0 } }

    /// Waits until there is a line with this in it.
    func line(with part: String) throws -> String {
        try Wait.until { self.all.first { $0.contains(part) } }
    }
}

/// Waiting for a condition. A test that passes never reaches the limit, however busy the machine is.
enum Wait {
    static func until<Value>(seconds: Double = 60, _ condition: () throws -> Value?) throws -> Value
    {
        let end = Date() + seconds
        while Date() < end {
            if let value = try condition() { return value }
            usleep(2_000)
        }
        throw TestFailure.tookTooLong
    }
}

extension MemoryStore {
    static var fresh: MemoryStore {
        MemoryStore(
            clock: { Int64(Date().timeIntervalSince1970 * 1_000) },
            random: { UInt64.random(in: .min ... .max) }, fold: Room.fold)
    }
}

/// A small page, in a folder that stays as long as the tests run.
enum TestPage {
    static let index = "<!doctype html><title>Calcroom</title>"
    static let noRoom = "<!doctype html><title>No room</title>"
    static let script = String(repeating: "let answer = 42\n", count: 100)
    /// More than the buffers of two sockets hold.
    static let huge = String(repeating: "0123456789abcdef", count: 250_000)

    private static let folders = Guarded<[URL]>([])
    private static let made = Result { try make() }
    private static let madeHuge = Result {
        let path = try make()
        try Data(huge.utf8).write(to: URL(filePath: path).appending(path: "huge.txt"))
        return path
    }

    private static func make() throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        let inner = folder.appending(path: "parts")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        try Data(index.utf8).write(to: folder.appending(path: "index.html"))
        try Data(noRoom.utf8).write(to: folder.appending(path: "no-room.html"))
        try Data(script.utf8).write(to: inner.appending(path: "app.js"))
        try Data("secret".utf8).write(to: folder.appending(path: "notes.private"))
        folders.withLock { folders in
            if folders.isEmpty { atexit { TestPage.removeFolders() } }
            folders.append(folder)
        }
        return folder.path
    }

    private static func removeFolders() {
        for folder in folders.withLock({ $0 }) { try? FileManager.default.removeItem(at: folder) }
    }

    static func folder() throws -> String { try made.get() }

    /// The same with `huge.txt`, which every server that starts would have to compress.
    static func hugeFolder() throws -> String { try madeHuge.get() }
}
