import Glibc
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

            A hangup (SIGHUP) has the files of --tls-cert and --tls-key read again.

            A file of limits has lines such as: keysPerSecond 60

              calcroom serve --port 8080 --public-url https://calc.school.example
            """,
        options: ServeOption.all
    ) { arguments throws(CommandError) in
        let settings = try ServeSettings(arguments, Environment.variables)
        let configuration = try settings.configuration()
        let kept = try settings.place().open(log: configuration.log)
        defer { kept.close() }
        do throws(ServerError) {
            let server = try Server(configuration, kept.store)
            Interrupts.hear(for: server)
            try server.run { beginning in
                print("listening on \(beginning.address)")
                for address in beginning.networkAddresses { print("on this network: \(address)") }
                let loops = beginning.loops == 1 ? "one loop" : "\(beginning.loops) loops"
                print("waiting for sockets with \(beginning.eventLibrary), in \(loops)")
                // Whoever started this reads it through a pipe.
                fflush(nil)
            }
        } catch {
            throw .failed(error.message)
        }
    }
}
