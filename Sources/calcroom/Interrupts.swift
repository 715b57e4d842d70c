import Foundation
import Glibc
import WebServer

/// What a server is told from the keyboard, and by whoever runs services.
enum Interrupts {
    /// The first interrupt stops the server, a second one ends the program at once. A hangup has a
    /// certificate read again.
    static func hear(for server: Server) {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
        // Blocked in every thread that is begun from now on, they wait for the one that asks.
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
