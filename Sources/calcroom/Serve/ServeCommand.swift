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
        let interrupts = Interrupts()
        let settings = try ServeSettings(arguments, ProcessInfo.processInfo.environment)
        let configuration = try settings.configuration()
        let place = try settings.place()
        let kept = try place.open(log: configuration.log)
        defer { kept.close() }
        do throws(ServerError) {
            let server = try Server(configuration, kept.store)
            interrupts.server = server
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
///
/// A thread inherits the signals that its creator blocks. Create this before any other thread, so that only
/// the waiting thread receives them.
private final class Interrupts: @unchecked Sendable {
    private let lock = NSLock()
    private var lockedServer: Server?

    init() {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        signal(SIGPIPE, SIG_IGN)
        let waiting = Thread { [self, signals] in handle(signals) }
        waiting.start()
    }

    /// Until there is a server, each of the signals ends the process.
    var server: Server? {
        get { lock.withLock { lockedServer } }
        set { lock.withLock { lockedServer = newValue } }
    }

    /// The first SIGINT or SIGTERM stops the server, a second one ends the process at once. SIGHUP reloads
    /// the certificate; without a certificate it also stops a server that was started in a terminal.
    private func handle(_ signals: sigset_t) {
        var signals = signals
        var isStopping = false
        while true {
            var number: Int32 = 0
            sigwait(&signals, &number)
            guard let server else { _exit(128 + number) }
            if number == SIGHUP, server.hasCertificate || isatty(STDIN_FILENO) == 0 {
                server.reload()
            } else if isStopping {
                _exit(128 + number)
            } else {
                server.stop()
                isStopping = true
            }
        }
    }
}
