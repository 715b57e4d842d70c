import Glibc

/// The number of descriptors that the process may open. A process may raise its low initial limit itself.
enum DescriptorLimit {
    /// Raises the limit to the needs of a big school, not more: libwebsockets has a table of this size.
    static func raise() {
        var limit = current
        let wanted = min(limit.rlim_max, rlim_t(wantedMax))
        guard limit.rlim_cur < wanted else { return }
        limit.rlim_cur = wanted
        setrlimit(descriptors, &limit)
    }

    /// The maximum number of simultaneous connections. It leaves descriptors for files and loops, and for
    /// refusing a connection, which needs a descriptor too.
    static var connectionsMax: Int { max(1, Int(clamping: current.rlim_cur) - reserve) }

    private static var current: rlimit {
        var limit = rlimit()
        getrlimit(descriptors, &limit)
        return limit
    }

    private static let descriptors = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    private static let wantedMax = 262_144
    private static let reserve = 100
}
