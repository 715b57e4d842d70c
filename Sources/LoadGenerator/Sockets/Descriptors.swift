import Glibc

/// How many descriptors this process may have. Systems allow few at first, and more to whoever asks.
public enum Descriptors {
    static func raiseLimit() {
        var limit = limit
        limit.rlim_cur = limit.rlim_max
        setrlimit(descriptors, &limit)
    }

    /// Connections that a server on this machine could take as well, which has some descriptors for
    /// itself.
    public static var connectionsMax: Int { max(1, Int(clamping: limit.rlim_max) - 200) }

    private static var limit: rlimit {
        var limit = rlimit()
        getrlimit(descriptors, &limit)
        return limit
    }

    private static let descriptors = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
}
