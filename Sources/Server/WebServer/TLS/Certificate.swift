import CLibWebSockets
import Foundation
import Glibc
import RoomStore

/// The paths of a server's certificate and private key. Both files are PEM. The first certificate is the
/// server's own, and its chain follows.
public struct CertificateFiles: Equatable, Sendable {
    public var certificate: String
    public var key: String

    public init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}

/// A problem with the files. The message also says how to solve it.
public struct CertificateError: Error, Equatable {
    public let message: String
}

/// A certificate with its private key and its chain, in a TLS context for new connections.
///
/// Threads can share it, because it does not change and OpenSSL counts references under a lock.
final class Certificate: @unchecked Sendable {
    let files: CertificateFiles
    let context: OpaquePointer

    init(_ files: CertificateFiles) throws(CertificateError) {
        self.files = files
        context = SSL_CTX_new(TLS_server_method())
        prepare_stream(context)
        set_oldest_tls(context)
        choose_http_1(context)
        try useCertificates()
        try useKey()
    }

    deinit { SSL_CTX_free(context) }

    /// Why browsers refuse the certificate at a time; nil if they do not.
    func problem(at time: time_t) -> String? {
        var time = time
        let leaf = SSL_CTX_get0_certificate(context)
        if X509_cmp_time(X509_get0_notAfter(leaf), &time) < 0 {
            return "it expired on \(Self.day(of: X509_get0_notAfter(leaf)))"
        }
        if X509_cmp_time(X509_get0_notBefore(leaf), &time) > 0 {
            return "it is valid from \(Self.day(of: X509_get0_notBefore(leaf)))"
        }
        return nil
    }

    private static func day(of time: UnsafePointer<ASN1_TIME>?) -> String {
        var parts = tm()
        ASN1_TIME_to_tm(time, &parts)
        return String(
            format: "%d-%02d-%02d", parts.tm_year + 1_900, parts.tm_mon + 1, parts.tm_mday)
    }

    /// Reads the server's own certificate, and then its chain.
    private func useCertificates() throws(CertificateError) {
        let file = files.certificate
        let certificates = try Self.read(file) { source in
            var certificates: [OpaquePointer] = []
            while let certificate = PEM_read_bio_X509(source, nil, nil, nil) {
                certificates.append(certificate)
            }
            return certificates
        }
        guard !certificates.isEmpty else {
            throw CertificateError(
                message: "There is no certificate in \(file). The file must be PEM.")
        }
        defer { certificates.forEach(X509_free) }
        guard SSL_CTX_use_certificate(context, certificates[0]) == 1 else {
            throw CertificateError(
                message: "OpenSSL refuses the certificate in \(file). Its key may be too short.")
        }
        for certificate in certificates.dropFirst() { add_to_chain(context, certificate) }
    }

    /// Reads the private key. The callback prevents OpenSSL from asking for a passphrase on the terminal.
    private func useKey() throws(CertificateError) {
        let file = files.key
        var isEncrypted = false
        let key = try Self.read(file) { source in
            PEM_read_bio_PrivateKey(
                source, nil,
                { _, _, _, isEncrypted in
                    isEncrypted?.storeBytes(of: true, as: Bool.self)
                    return -1
                }, &isEncrypted)
        }
        guard let key else {
            throw CertificateError(
                message: isEncrypted
                    ? "The key in \(file) is encrypted. To decrypt it, use openssl pkey -in \(file)."
                    : "There is no private key in \(file). The file must be PEM.")
        }
        defer { EVP_PKEY_free(key) }
        guard SSL_CTX_use_PrivateKey(context, key) == 1, SSL_CTX_check_private_key(context) == 1
        else {
            throw CertificateError(
                message: "The key in \(file) does not belong to the first certificate in "
                    + "\(files.certificate).")
        }
    }

    private static func read<Result>(
        _ file: String, _ body: (OpaquePointer?) -> Result
    ) throws(CertificateError) -> Result {
        func unreadable(_ why: String) -> CertificateError {
            CertificateError(message: "\(file) cannot be read: \(why).")
        }
        let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw unreadable(String(cString: strerror(errno)))
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard let data = try? handle.readToEnd() else {
            throw unreadable("it is empty, or not a file")
        }
        return data.withUnsafeBytes { bytes in
            let source = BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count))
            defer {
                BIO_free(source)
                // OpenSSL reports the end of the file as an error.
                ERR_clear_error()
            }
            return body(source)
        }
    }
}

/// The certificate for new connections. It can be replaced while the server runs, even by one with another type of key.
/// Existing connections are not affected.
final class CurrentCertificate: Sendable {
    private struct State {
        var certificate: Certificate
        var isProblemReported = false
    }

    private let state: Guarded<State>
    private let clock: @Sendable () -> time_t
    private let report: @Sendable (String) -> Void

    /// - Parameter report: Called once for each certificate that browsers refuse, with the reason.
    init(
        _ files: CertificateFiles, clock: @escaping @Sendable () -> time_t = { time(nil) },
        report: @escaping @Sendable (String) -> Void
    ) throws(CertificateError) {
        state = Guarded(State(certificate: try Certificate(files)))
        self.clock = clock
        self.report = report
    }

    /// The certificate for a connection that begins.
    var current: Certificate {
        reportProblem()
        return state.withLock { $0.certificate }
    }

    /// Reads the files again. If browsers would refuse the new certificate, the old one stays in use.
    func reload() throws(CertificateError) {
        let next = try Certificate(state.withLock { $0.certificate.files })
        if let problem = next.problem(at: clock()) {
            throw CertificateError(
                message: "Browsers refuse the certificate in \(next.files.certificate): \(problem)."
            )
        }
        state.withLock { $0 = State(certificate: next) }
    }

    /// Reports a certificate that browsers refuse. It may expire while the server runs, so each connection asks.
    func reportProblem() {
        let problem: String? = state.withLock { state in
            guard !state.isProblemReported, let problem = state.certificate.problem(at: clock())
            else { return nil }
            state.isProblemReported = true
            return problem
        }
        if let problem { report(problem) }
    }
}
