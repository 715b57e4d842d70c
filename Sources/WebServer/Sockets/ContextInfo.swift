import CLibWebSockets

extension lws_context_creation_info {
    /// For a context that listens nowhere by itself, leaves the process whose it is, and has `user` told
    /// what happens. The protocols must outlive it.
    init(_ protocols: UnsafePointer<lws_protocols>, toldTo user: UnsafeMutableRawPointer) {
        self.init()
        port = CONTEXT_PORT_NO_LISTEN_SERVER
        self.protocols = protocols
        gid = .init(truncatingIfNeeded: -1)
        uid = .init(truncatingIfNeeded: -1)
        self.user = user
    }
}
