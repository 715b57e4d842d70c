import Foundation
import RoomStore
import SharedRoom
import WebServer

/// `RoomVisitor FILE COUNT` serves rooms from a file and visits so many of them, one after another,
/// twice: each time somebody comes in, presses a key and leaves. After each time, when all rooms
/// are closed, it says what this process has in memory.
@main
struct RoomVisitor {
    static func main() throws {
        let path = CommandLine.arguments[1]
        guard let count = Int(CommandLine.arguments[2]) else { return }
        let store = try SQLiteStore(options(path))
        let server = try Server(configuration(), store)
        let thread = Thread { try? server.run { _ in } }
        thread.start()
        // What grows to a bound, the pages in memory above all, has grown to it before.
        for number in 0..<warmUp { try Visit.make(server.port, "warm-\(number)", 1) }
        for pass in 1...2 {
            for number in 0..<count { try Visit.make(server.port, "room-\(number)", pass) }
            while store.roomCount > 0 { usleep(1_000) }
            print("pass \(pass) \(Memory.now)")
            fflush(nil)
        }
        server.stop()
        store.close()
    }

    private static let warmUp = 3_000

    private static func options(_ path: String) -> SQLiteOptions {
        var options = SQLiteOptions(
            path: path, clock: { Int64(Date().timeIntervalSince1970 * 1_000) },
            random: { .random(in: .min ... .max) })
        // What is measured is memory, and the disk would only take time.
        options.durability = .none
        return options
    }

    private static func configuration() -> ServerConfiguration {
        var configuration = ServerConfiguration(
            staticFolder: "static", log: Log(.text, showsAddresses: false) { _ in })
        configuration.port = 0
        configuration.addressLimits.joinsPerMinute = 1_000_000_000
        configuration.limits.addressKeysPerSecond = 1_000_000
        configuration.limits.roomIdleTime = 1
        // Deadlines are kept until they come: so many a second, for so long.
        configuration.limits.joinTime = 500
        return configuration
    }
}
