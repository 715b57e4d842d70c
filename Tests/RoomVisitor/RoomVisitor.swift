import Foundation
import RoomStore
import SQLiteStore
import SharedRoom
import WebServer

/// Measures whether visited rooms leave memory behind: `RoomVisitor FILE COUNT`.
///
/// Serves rooms from a file and visits COUNT rooms one after another, in two passes. A visitor joins, presses
/// a key and leaves. After each pass, when all rooms are closed, prints the memory of this process.
@main
struct RoomVisitor {
    static func main() throws {
        let path = CommandLine.arguments[1]
        guard let count = Int(CommandLine.arguments[2]) else { return }
        let store = try SQLiteStore(options(path))
        let server = try Server(configuration(), store)
        let thread = Thread { try? server.run { _ in } }
        thread.start()
        // Fills caches of limited size, mainly SQLite's page cache.
        for number in 0..<warmUpCount { try Visit.make(server.port, "warm-\(number)", 1) }
        for pass in 1...2 {
            for number in 0..<count { try Visit.make(server.port, "room-\(number)", pass) }
            while store.roomCount > 0 { usleep(1_000) }
            print("pass \(pass) \(Memory.now)")
            fflush(nil)
        }
        server.stop()
        store.close()
    }

    private static let warmUpCount = 3_000

    private static func options(_ path: String) -> SQLiteOptions {
        var options = SQLiteOptions(path: path)
        // The measurement is about memory. Waiting for the disk would only take time.
        options.durability = .none
        return options
    }

    private static func configuration() -> ServerConfiguration {
        var configuration = ServerConfiguration(
            staticFolder: "static", log: ServerLog(.text, showsAddresses: false) { _ in })
        configuration.port = 0
        configuration.addressLimits.joinsPerMinute = 1_000_000_000
        configuration.limits.addressKeysPerSecond = 1_000_000
        configuration.limits.roomsAtOnceMax = 1_000_000
        configuration.limits.serverRoomsAtOnceMax = 1_000_000
        configuration.limits.roomIdleTime = 1
        // The server keeps a deadline per join until it passes. A short time keeps their number small.
        configuration.limits.joinTime = 500
        return configuration
    }
}
