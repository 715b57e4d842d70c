import CommandLineKit
import Foundation
import Glibc
import WebServer

extension Command {
    static let serve = Command(
        name: "serve",
        operands: "",
        summary: "Serves rooms to browsers.",
        details: """
            The first line on standard output is the address to open. The next lines are the
            addresses for other devices on the network and the place of the rooms. The log goes to
            standard error.

            Ctrl-C (SIGINT) or SIGTERM stops the server, after it has asked all clients to reconnect
            later. SIGHUP makes it read the files of --tls-cert and --tls-key again.

            The environment can set every option: CALCROOM_PORT=80 is --port 80, and
            CALCROOM_TRUST_PROXY=1 is --trust-proxy.

            A file of limits has lines such as: keysPerSecond 60

              calcroom serve --port 8080 --public-url https://calc.school.example
            """,
        options: ServeOption.all
    ) { arguments throws(CommandError) in
        let settings = try ServeSettings(arguments, ProcessInfo.processInfo.environment)
        let configuration = try settings.configuration()
        let place = try settings.place()
        let kept = try place.open(log: configuration.log)
        defer { kept.close() }
        do throws(ServerError) {
            let server = try Server(configuration, kept.store)
            Interrupts.handle(for: server)
            try server.run { beginning in
                print("listening on \(beginning.address)")
                for address in beginning.networkAddresses { print("on this network: \(address)") }
                print("rooms are kept in \(place.description)")
                print("Ctrl-C stops the server")
                let loops = beginning.loops == 1 ? "one loop" : "\(beginning.loops) loops"
                print("waiting for sockets with \(beginning.eventLibrary), in \(loops)")
                // Standard output may be a pipe, which is buffered.
                fflush(nil)
            }
        } catch {
            throw .failed(error.message)
        }
    }
}

/// The signals that stop or reload a server.
private enum Interrupts {
    /// The first SIGINT or SIGTERM stops the server, a second one ends the process at once. SIGHUP reloads
    /// the certificate; without a certificate it also stops a server that was started in a terminal.
    static func handle(for server: Server) {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
        // All threads started from now on block these signals, so that only the waiting thread receives them.
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        signal(SIGPIPE, SIG_IGN)
        let endsWithTerminal = !server.hasCertificate && isatty(STDIN_FILENO) == 1
        let waiting = Thread { [signals] in
            var isStopping = false
            while true {
                let number = next(of: signals)
                if number == SIGHUP, !endsWithTerminal {
                    server.reload()
                } else if isStopping {
                    _exit(128 + number)
                } else {
                    server.stop()
                    isStopping = true
                }
            }
        }
        waiting.start()
    }

    private static func next(of signals: sigset_t) -> Int32 {
        var signals = signals
        var number: Int32 = 0
        sigwait(&signals, &number)
        return number
    }
}
