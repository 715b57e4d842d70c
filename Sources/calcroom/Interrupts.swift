import Foundation
import Glibc
import WebServer

/// Interrupts from the keyboard and from whoever runs services.
enum Interrupts {
    /// The first one stops the server, a second one ends the program at once.
    static func stop(_ server: Server) {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        // Blocked in every thread that is begun from now on, they wait for the one that asks.
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        signal(SIGPIPE, SIG_IGN)
        let waiting = Thread { [signals] in
            var signals = signals
            var number: Int32 = 0
            sigwait(&signals, &number)
            server.stop()
            sigwait(&signals, &number)
            _exit(128 + number)
        }
        waiting.start()
    }
}
