import Foundation
import RunningPrograms

@testable import WebServer

/// A certificate authority for tests, and certificates for 127.0.0.1 that it has signed.
final class TestCertificates {
    enum Kind: String {
        case elliptic = "EC -pkeyopt ec_paramgen_curve:P-256"
        case rsa = "RSA -pkeyopt rsa_keygen_bits:2048"
    }

    /// The files that the server reads.
    let files: CertificateFiles
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        files = CertificateFiles(
            certificate: folder.path(of: "server.pem"),
            key: folder.path(of: "server.key"))
        try openssl("genpkey -algorithm \(Kind.elliptic.rawValue) -out authority.key")
        try openssl(
            "req -x509 -new -key authority.key -days 2 -subj /CN=authority -out authority.pem")
        try Data("subjectAltName=IP:127.0.0.1,DNS:localhost".utf8)
            .write(to: folder.url.appending(path: "names"))
        try make("one")
        try install("one")
    }

    var authority: String { path("authority.pem") }

    func path(_ name: String) -> String { folder.path(of: name) }

    /// Creates a key and a certificate: `one.pem` and `one.key`, for the subject `/CN=one`.
    ///
    /// - Parameter days: The days until it expires. With 0 it has expired.
    func make(_ name: String, _ kind: Kind = .elliptic, days: Int = 2) throws {
        try openssl("genpkey -algorithm \(kind.rawValue) -out \(name).key")
        try openssl("req -new -key \(name).key -subj /CN=\(name) -out \(name).request")
        try openssl(
            "x509 -req -in \(name).request -CA authority.pem -CAkey authority.key -CAcreateserial"
                + " -days \(days) -extfile names -out \(name).pem")
    }

    /// Copies a certificate and its key to `files`.
    func install(_ certificate: String, key: String? = nil) throws {
        try copy("\(certificate).pem", to: files.certificate)
        try copy("\(key ?? certificate).key", to: files.key)
    }

    func openssl(_ words: String) throws {
        let arguments = words.split(separator: " ").map(String.init)
        let result = try Tool.openssl.run(arguments, in: folder.url)
        guard result.status == 0 else { throw Refused(said: result.output) }
    }

    struct Refused: Error { var said: String }

    private func copy(_ name: String, to target: String) throws {
        try Data(contentsOf: folder.url.appending(path: name)).write(
            to: URL(filePath: target), options: .atomic)
    }
}
