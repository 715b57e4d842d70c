import Glibc

/// The number of descriptors that the process may open. A process may raise its low initial limit itself.
enum DescriptorLimit {
    /// Raises the limit to the needs of a big school, not more: libwebsockets has a table of this size.
    ///
    /// - Returns: The maximum number of simultaneous connections. It leaves descriptors for files and loops, and for
    ///   refusing a connection, which needs a descriptor too.
    static func raise() -> Int {
        let descriptors = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        getrlimit(descriptors, &limit)
        let wanted = min(limit.rlim_max, 262_144)
        if limit.rlim_cur < wanted {
            limit.rlim_cur = wanted
            setrlimit(descriptors, &limit)
        }
        return max(1, Int(clamping: limit.rlim_cur) - 100)
    }
}
