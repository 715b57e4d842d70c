import Glibc

/// The signal that ends a process when it writes to a connection that Redis has closed. Neither hiredis nor OpenSSL can
/// suppress it, and commands do not ignore it, so that they end with the program that reads their output.
enum BrokenPipe {
    /// Runs the body without the signal. Writing then fails with `EPIPE`.
    static func reported<Result>(
        _ body: () throws(RedisFailure) -> Result
    ) throws(RedisFailure) -> Result {
        var (signals, before) = (sigset_t(), sigset_t())
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, &before)
        defer {
            var noTime = timespec()
            while sigtimedwait(&signals, nil, &noTime) == SIGPIPE {}
            pthread_sigmask(SIG_SETMASK, &before, nil)
        }
        return try body()
    }
}
