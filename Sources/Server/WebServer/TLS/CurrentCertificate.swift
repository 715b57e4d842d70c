import CLibWebSockets
import Glibc
import RoomStore

/// The certificate for new connections. Each handshake uses the current one, so it can be replaced while the
/// server runs, even by one with another type of key. Existing connections are not affected.
final class CurrentCertificate: @unchecked Sendable {
    private struct State {
        var certificate: Certificate
        var isProblemReported = false
    }

    private let state: Guarded<State>
    private let clock: @Sendable () -> time_t
    private let report: @Sendable (String) -> Void
    /// The TLS context, which several threads may use.
    let context: OpaquePointer

    /// - Parameter report: Called once for each certificate that browsers refuse, with the reason.
    init(
        _ files: CertificateFiles, clock: @escaping @Sendable () -> time_t = { time(nil) },
        report: @escaping @Sendable (String) -> Void
    ) throws(CertificateError) {
        state = Guarded(State(certificate: try Certificate(files)))
        self.clock = clock
        self.report = report
        context = SSL_CTX_new(TLS_server_method())
        prepare_stream(context)
        set_oldest_tls(context)
        SSL_CTX_set_cert_cb(
            context,
            { connection, user in
                guard let connection, let user else { return 0 }
                let holder = Unmanaged<CurrentCertificate>.fromOpaque(user).takeUnretainedValue()
                holder.reportProblem()
                return holder.current.use(for: connection) ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
        // Without this choice a browser would use HTTP/2, which the server does not support.
        SSL_CTX_set_alpn_select_cb(
            context,
            { _, chosen, chosenCount, offered, offeredCount, _ in
                let own: [UInt8] = [8] + Array("http/1.1".utf8)
                guard let offered else { return SSL_TLSEXT_ERR_NOACK }
                let list = UnsafeBufferPointer(start: offered, count: Int(offeredCount))
                guard let range = Array(list).firstRange(of: own) else {
                    return SSL_TLSEXT_ERR_NOACK
                }
                chosen?.pointee = offered + range.lowerBound + 1
                chosenCount?.pointee = 8
                return SSL_TLSEXT_ERR_OK
            }, nil)
    }

    deinit { SSL_CTX_free(context) }

    /// Reads the files again. If browsers would refuse the new certificate, the old one stays in use.
    func reload() throws(CertificateError) {
        let next = try Certificate(current.files)
        if let problem = next.problem(at: clock()) {
            throw .refused(next.files.certificate, why: problem)
        }
        state.withLock { $0 = State(certificate: next) }
    }

    /// Reports a certificate that browsers refuse. It may expire while the server runs, so each handshake calls this.
    func reportProblem() {
        let problem: String? = state.withLock { state in
            guard !state.isProblemReported, let problem = state.certificate.problem(at: clock())
            else { return nil }
            state.isProblemReported = true
            return problem
        }
        if let problem { report(problem) }
    }

    private var current: Certificate { state.withLock { $0.certificate } }
}
