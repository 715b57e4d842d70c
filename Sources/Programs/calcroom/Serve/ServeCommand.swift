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
            The first line on standard output is the URL to open. The next lines show the URLs for
            other devices on the network and where rooms are stored. Log messages go to standard
            error.

            Ctrl-C (SIGINT) or SIGTERM stops the server after it has asked all clients to reconnect
            later. A second signal stops it at once. SIGHUP reloads the files of --tls-cert and
            --tls-key.

            Each option can also be set in the environment: CALCROOM_PORT=80 is the same as
            --port 80, and CALCROOM_TRUST_PROXY=1 is the same as --trust-proxy. An option on the
            command line has priority. CALCROOM_REDIS_PASSWORD is the password of Redis.

            A file of limits has one limit per line, such as: keysPerSecond 60

              calcroom serve --port 8080 --public-url https://calc.school.example
            """,
        options: ServeOption.all
    ) { arguments throws(CommandError) in
        let signals = SignalHandler()
        let settings = try ServeSettings(arguments, ProcessInfo.processInfo.environment)
        let configuration = try settings.configuration()
        let location = try settings.storeLocation()
        // Before the store creates a file.
        let description = location.description
        let opened = try location.open(log: configuration.log)
        defer { opened.close() }
        do throws(ServerError) {
            let server = try Server(configuration, opened.store)
            signals.server = server
            try server.run { start in
                print("listening on \(start.url)")
                for url in start.networkURLs { print("on this network: \(url)") }
                print("rooms are stored in \(description)")
                print("press Ctrl-C to stop the server")
                let loops = start.loops == 1 ? "one event loop" : "\(start.loops) event loops"
                print("running \(loops) with \(start.eventLibrary)")
                // Standard output may be a pipe, which stdio buffers.
                fflush(nil)
            }
        } catch {
            throw .failed(error.message)
        }
    }
}

/// Stops or reloads a server when the process receives a signal.
///
/// A thread inherits the signals that its creator blocks. Create the handler before any other thread, so
/// that only its own thread receives the signals.
private final class SignalHandler: @unchecked Sendable {
    private let lock = NSLock()
    private var lockedServer: Server?

    init() {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        signal(SIGPIPE, SIG_IGN)
        let thread = Thread { [self, signals] in handle(signals) }
        thread.start()
    }

    /// While this is nil, every signal ends the process.
    var server: Server? {
        get { lock.withLock { lockedServer } }
        set { lock.withLock { lockedServer = newValue } }
    }

    /// True if another SIGINT or SIGTERM has arrived, but was not handled.
    private static var isInterruptPending: Bool {
        var signals = sigset_t()
        sigpending(&signals)
        return sigismember(&signals, SIGINT) == 1 || sigismember(&signals, SIGTERM) == 1
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
                server.reloadCertificate()
            } else if isStopping || Self.isInterruptPending {
                _exit(128 + number)
            } else {
                server.stop()
                isStopping = true
            }
        }
    }
}
