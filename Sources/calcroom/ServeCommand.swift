import Glibc
import RoomStore
import SharedRoom
import WebServer

extension Command {
    static let serve = Command(
        name: "serve",
        operands: "",
        summary: "Serves rooms to browsers.",
        details: """
            Prints the address to open, once it accepts connections.

              calcroom serve --port 8080
            """,
        options: [ServeOption.port, ServeOption.staticFolder]
    ) { arguments throws(CommandError) in
        var configuration = ServerConfiguration(
            staticFolder: arguments[ServeOption.staticFolder] ?? "static")
        if let text = arguments[ServeOption.port] {
            guard let port = UInt16(text) else {
                throw .usage("--port takes a number from 0 to 65535, not \(text).")
            }
            configuration.port = port
        }
        do throws(ServerError) {
            let server = try Server(configuration, memoryStore())
            print("listening on http://127.0.0.1:\(server.port)")
            fflush(nil)
            try server.run()
        } catch {
            throw .failed(error.message)
        }
    }

    private static func memoryStore() -> MemoryStore {
        let clock: @Sendable () -> Int64 = {
            var time = timespec()
            clock_gettime(CLOCK_REALTIME, &time)
            return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
        }
        return MemoryStore(
            clock: clock, random: { UInt64.random(in: .min ... .max) }, fold: Room.fold)
    }
}

/// The options of `calcroom serve`.
enum ServeOption {
    static let port = CommandOption(
        name: "port", value: "N", summary: "the port; 0 is any that is free (default 8080)")
    static let staticFolder = CommandOption(
        name: "static", value: "FOLDER", summary: "where the page is")
}
