import Glibc

/// How many descriptors this process may have. Systems allow few at first, and more to whoever asks.
enum DescriptorLimit {
    /// Asks for as many as a big school needs. libwebsockets keeps a table with a place for each.
    static func raise() {
        var limit = current
        let wanted = min(limit.rlim_max, rlim_t(wantedMax))
        guard limit.rlim_cur < wanted else { return }
        limit.rlim_cur = wanted
        setrlimit(descriptors, &limit)
    }

    /// Connections at a time: some descriptors are for files and the loops. A server that has none left
    /// could not even turn newcomers away.
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
