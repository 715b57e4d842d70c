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
            The first line that it prints is the address to open; below it are those that devices on
            the same network can use. It ends at an interrupt, after everybody was told to come back.

            Every option can be given in the environment too: CALCROOM_PORT=80 is --port 80, and
            CALCROOM_TRUST_PROXY=1 is --trust-proxy.

            A file of limits has lines such as: keysPerSecond 60

              calcroom serve --port 8080 --public-url https://calc.school.example
            """,
        options: ServeOption.all
    ) { arguments throws(CommandError) in
        let settings = try ServeSettings(arguments, Environment.variables)
        let configuration = try settings.configuration()
        do throws(ServerError) {
            let server = try Server(configuration, .inMemory)
            Interrupts.stop(server)
            try server.run { beginning in
                print("listening on \(beginning.address)")
                for address in beginning.networkAddresses { print("on this network: \(address)") }
                print("waiting for sockets with \(beginning.eventLibrary)")
                // Whoever started this reads it through a pipe.
                fflush(nil)
            }
        } catch {
            throw .failed(error.message)
        }
    }
}

extension RoomStore where Self == MemoryStore {
    fileprivate static var inMemory: MemoryStore {
        let clock: @Sendable () -> Int64 = {
            var time = timespec()
            clock_gettime(CLOCK_REALTIME, &time)
            return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
        }
        return MemoryStore(
            clock: clock, random: { UInt64.random(in: .min ... .max) }, fold: Room.fold)
    }
}
