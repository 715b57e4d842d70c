import CommandLineKit
import Foundation
import Glibc
import RedisStore
import RoomStore
import SQLiteStore
import SharedRoom
import WebServer

/// The place where a server stores its rooms.
enum StoreLocation: Equatable {
    case memory
    case file(String, Durability, Retention)
    /// - Parameter replicas: The number of replicas that must have an event before it is published.
    case redis(RedisAddress, Retention, replicas: Int)

    /// What the server keeps of rooms.
    struct Retention: Equatable {
        /// The days to keep rooms that nobody visits; nil for ever.
        var days: Int64?
        /// The events of a room to keep for replays; nil for the store's default.
        var events: Int64?
    }

    /// A store, and the function that completes its requests and closes it.
    struct OpenStore {
        let store: any RoomStore
        let close: () -> Void
    }

    /// The location as `serve` prints it, never with a password.
    var description: String {
        switch self {
        case .memory: "memory and are lost when the server stops"
        case .file(let path, _, _):
            URL(filePath: path).path + (Self.isEmpty(path) ? ", a new file" : "")
        case .redis(let address, _, _):
            "database \(address.database) of \(address.place)"
                + (address.tls == nil ? "" : " with TLS")
        }
    }

    /// True if the file does not exist yet, or is empty: it may be the wrong one.
    private static func isEmpty(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) != 0 || status.st_size == 0
    }

    func open(log: ServerLog) throws(CommandError) -> OpenStore {
        switch self {
        case .memory:
            return OpenStore(
                store: MemoryStore(
                    clock: StoreOptions.systemClock, random: StoreOptions.systemRandom,
                    secret: StoreOptions.systemRandom(), compact: Room.compact),
                close: {})
        case .file(let path, let durability, let retention):
            var options = SQLiteOptions(path: path)
            options.durability = durability
            options.common.daysKept = retention.days
            if let events = retention.events { options.limits.history.keep(events: events) }
            options.common.report = { log.writeNotice($0) }
            do throws(StoreError) {
                let store = try SQLiteStore(options)
                return OpenStore(store: store, close: { store.close() })
            } catch {
                throw .failed(error.message)
            }
        case .redis(let address, let retention, let replicas):
            var options = Self.options(address, retention)
            options.replicas = replicas
            options.common.report = { log.writeNotice($0) }
            do throws(StoreError) {
                let store = try options.openStore()
                return OpenStore(store: store, close: { store.close() })
            } catch {
                throw .failed(error.message)
            }
        }
    }

    static func options(_ address: RedisAddress, _ retention: Retention) -> RedisOptions {
        var options = RedisOptions(address: address)
        options.common.daysKept = retention.days
        if let events = retention.events { options.limits.history.keep(events: events) }
        return options
    }
}

extension StoreLocation.Retention {
    static let options = [ServeOption.keepDays, ServeOption.historyEvents]

    init(_ values: OptionValues) throws(CommandError) {
        // Always keeps rooms forever.
        let days: Int64? =
            if values[ServeOption.keepDays] == "always" {
                nil
            } else {
                try values.number(
                    ServeOption.keepDays, 1...36_500,
                    "a number of days from 1 to 36500, or always") ?? 30
            }
        let events: Int64? = try values.number(
            ServeOption.historyEvents, 1_000...10_000_000,
            "a number of events from 1000 to 10000000")
        self.init(days: days, events: events)
    }
}
