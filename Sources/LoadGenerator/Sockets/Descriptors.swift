import Glibc

/// The limit of open file descriptors.
public enum Descriptors {
    static func raiseLimit() {
        var limit = limit
        limit.rlim_cur = limit.rlim_max
        setrlimit(descriptors, &limit)
    }

    /// Maximum connections to a server on this machine, whose process has the same limit and needs some
    /// descriptors for other purposes.
    public static var connectionsMax: Int { max(1, Int(clamping: limit.rlim_max) - 200) }

    private static var limit: rlimit {
        var limit = rlimit()
        getrlimit(descriptors, &limit)
        return limit
    }

    private static let descriptors = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
}
