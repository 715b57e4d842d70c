import CLibWebSockets
import Foundation
import Glibc

/// A certificate with its private key, which matches it, and its chain.
///
/// Threads can share it, because it does not change and OpenSSL counts references under a lock.
final class Certificate: @unchecked Sendable {
    let files: CertificateFiles
    private let leaf: OpaquePointer
    private let chain: OpaquePointer
    private let key: OpaquePointer

    init(_ files: CertificateFiles) throws(CertificateError) {
        let certificates = try Self.certificates(in: files.certificate)
        let key: OpaquePointer
        do throws(CertificateError) {
            key = try Self.key(in: files.key)
        } catch {
            certificates.forEach(X509_free)
            throw error
        }
        self.files = files
        leaf = certificates[0]
        chain = OPENSSL_sk_new_null()
        self.key = key
        for certificate in certificates.dropFirst() {
            OPENSSL_sk_push(chain, UnsafeRawPointer(certificate))
        }
        guard X509_check_private_key(leaf, key) == 1 else { throw .mismatchedKey(files) }
    }

    deinit {
        while let certificate = OPENSSL_sk_pop(chain) { X509_free(OpaquePointer(certificate)) }
        OPENSSL_sk_free(chain)
        X509_free(leaf)
        EVP_PKEY_free(key)
    }

    /// Makes this the only certificate of a connection whose handshake begins.
    func use(for connection: OpaquePointer) -> Bool {
        SSL_certs_clear(connection)
        return SSL_use_cert_and_key(connection, leaf, key, chain, 1) == 1
    }

    /// Why browsers refuse the certificate at a time; nil if they do not.
    func problem(at time: time_t) -> String? {
        var time = time
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

    /// The certificates of a file: the server's own, and then its chain.
    private static func certificates(in file: String) throws(CertificateError) -> [OpaquePointer] {
        let certificates = try read(file) { source in
            var certificates: [OpaquePointer] = []
            while let certificate = PEM_read_bio_X509(source, nil, nil, nil) {
                certificates.append(certificate)
            }
            return certificates
        }
        guard !certificates.isEmpty else { throw .noCertificate(file) }
        return certificates
    }

    /// Reads the private key. The callback prevents OpenSSL from asking for a passphrase on the terminal.
    private static func key(in file: String) throws(CertificateError) -> OpaquePointer {
        var isEncrypted = false
        let key = try read(file) { source in
            PEM_read_bio_PrivateKey(
                source, nil,
                { _, _, _, isEncrypted in
                    isEncrypted?.storeBytes(of: true, as: Bool.self)
                    return -1
                }, &isEncrypted)
        }
        if let key { return key }
        throw isEncrypted ? .encryptedKey(file) : .noKey(file)
    }

    private static func read<Result>(
        _ file: String, _ body: (OpaquePointer?) -> Result
    ) throws(CertificateError) -> Result {
        let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw .unreadable(file, why: String(cString: strerror(errno)))
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard let data = try? handle.readToEnd() else {
            throw .unreadable(file, why: "it is empty, or not a file")
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
