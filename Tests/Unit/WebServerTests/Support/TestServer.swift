import Foundation
import RoomStore
import SharedRoom

@testable import WebServer

/// A server on its own thread and a free port, by default with a store in memory.
final class TestServer: Sendable {
    let server: Server
    let log: LogLines
    private let ended = DispatchSemaphore(value: 0)

    init(
        store: any RoomStore = MemoryStore.fresh, port: UInt16 = 0, hasHugeFile: Bool = false,
        _ configure: (inout ServerConfiguration) -> Void = { _ in }
    ) throws {
        log = LogLines()
        var configuration = ServerConfiguration(
            staticFolder: try hasHugeFile ? TestPage.hugeFolder() : TestPage.folder(),
            log: ServerLog(.text, showsAddresses: false) { [log] in log.append($0) })
        configuration.port = port
        configure(&configuration)
        let settings = configuration
        // A program that another test starts has a copy of every socket for a moment.
        server = try Wait.until {
            do { return try Server(settings, store) } catch ServerError.cannotListen(_, port, _)
                where port != 0
            { return nil }
        }
        let thread = Thread { [server, ended] in
            try? server.run { _ in }
            ended.signal()
        }
        thread.start()
    }

    /// A server with the room 7b, and the host of the room.
    static func withRoom(
        store: any RoomStore = MemoryStore.fresh,
        _ configure: (inout ServerConfiguration) -> Void = { _ in }
    ) throws -> (TestServer, WebSocket) {
        let server = try TestServer(store: store, configure)
        return (server, try WebSocket.joined(server, "a", WebSocket.make))
    }

    deinit { server.stop() }

    var port: UInt16 { server.port }

    /// Stops the server and waits for its end.
    func stop() throws {
        server.stop()
        guard ended.wait(timeout: .now() + 60) == .success else { throw TestFailure.tookTooLong }
    }
}

enum TestFailure: Error, Equatable {
    case tookTooLong, closed, noConnection, invalidFrame
    case refused(String)
}

/// The lines of a server log.
final class LogLines: Sendable {
    private let lines = Guarded<[String]>([])

    func append(_ line: String) { lines.withLock { $0.append(line) } }

    var all: [String] { lines.withLock { $0 } }

    /// Waits for a line that contains `part`.
    func line(with part: String) throws -> String {
        try Wait.until { self.all.first { $0.contains(part) } }
    }
}

/// Waits for a condition. The time limit is long, so that no correct test fails on a busy machine.
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

    static func untilTrue(seconds: Double = 60, _ condition: () throws -> Bool) throws {
        _ = try until(seconds: seconds) { try condition() ? true : nil }
    }
}

extension MemoryStore {
    static var fresh: MemoryStore {
        MemoryStore(
            clock: { Int64(Date().timeIntervalSince1970 * 1_000) },
            random: { UInt64.random(in: .min ... .max) }, compact: Room.compact)
    }
}

/// A small page in a folder that exists until the tests end.
enum TestPage {
    static let index = "<!doctype html><title>Calcroom</title>"
    static let script = String(repeating: "let answer = 42\n", count: 100)
    /// Larger than the buffers of two sockets.
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
        try Data(script.utf8).write(to: inner.appending(path: "app.js"))
        let described = folder.appending(path: "about")
        try FileManager.default.createDirectory(at: described, withIntermediateDirectories: true)
        try Data(index.utf8).write(to: described.appending(path: "index.html"))
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

    /// The same with `huge.txt`. It is separate because each server compresses all files when it starts.
    static func hugeFolder() throws -> String { try madeHuge.get() }
}
