import CommandLineKit
import Foundation
import Glibc
import RoomStore
import SharedRoom
import WebServer

/// The place where a server keeps its rooms.
enum RoomPlace: Equatable {
    case memory
    case file(String, Durability, daysKept: Int64?)
    case redis(RedisAddress, daysKept: Int64?)

    /// A store, and the function that closes it once all requests are done.
    struct Kept {
        let store: any RoomStore
        let close: () -> Void
    }

    /// For the line that `serve` prints. Never contains a password.
    var description: String {
        switch self {
        case .memory: "memory; they are lost when the server stops"
        case .file(let path, _, _): URL(filePath: path).path
        case .redis(let address, _):
            "database \(address.database) of Redis at \(address.host):\(address.port)"
        }
    }

    func open(log: Log) throws(CommandError) -> Kept {
        switch self {
        case .memory:
            return Kept(
                store: MemoryStore(clock: Self.clock, random: Self.random, fold: Room.fold),
                close: {})
        case .file(let path, let durability, let daysKept):
            var options = SQLiteOptions(
                path: path, clock: Self.clock, random: Self.random)
            options.durability = durability
            options.daysKept = daysKept
            options.report = { log.write($0) }
            do throws(RoomFileError) {
                let store = try SQLiteStore(options)
                return Kept(store: store, close: { store.close() })
            } catch {
                throw .failed(error.message)
            }
        case .redis(let address, let daysKept):
            var options = RedisOptions(address: address, clock: Self.clock, random: Self.random)
            options.daysKept = daysKept
            options.report = { log.write($0) }
            do throws(RedisStoreError) {
                let store = try RedisStore(options)
                return Kept(store: store, close: { store.close() })
            } catch {
                throw .failed(error.message)
            }
        }
    }

    private static let random: @Sendable () -> UInt64 = { .random(in: .min ... .max) }

    private static let clock: @Sendable () -> Int64 = {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}
