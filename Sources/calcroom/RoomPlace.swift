import Glibc
import RoomStore
import SharedRoom
import WebServer

/// Where a server keeps its rooms.
enum RoomPlace: Equatable {
    case memory
    case file(String, Durability, daysKept: Int64?)
    case redis(RedisAddress, daysKept: Int64?)

    /// A store, and how it is ended after everything that was asked of it.
    struct Kept {
        let store: any RoomStore
        let close: () -> Void
    }

    func open(log: Log) throws(CommandError) -> Kept {
        switch self {
        case .memory:
            return Kept(store: Self.memoryStore(), close: {})
        case .file(let path, let durability, let daysKept):
            var options = Self.options(path)
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

    static func memoryStore() -> MemoryStore {
        MemoryStore(clock: clock, random: random, fold: Room.fold)
    }

    static func options(_ path: String) -> SQLiteOptions {
        SQLiteOptions(path: path, clock: clock, random: random)
    }

    private static let random: @Sendable () -> UInt64 = { .random(in: .min ... .max) }

    private static let clock: @Sendable () -> Int64 = {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}
