import Foundation

@testable import WebServer

/// A certificate authority for tests, and certificates for 127.0.0.1 that it has signed.
final class TestCertificates {
    enum Kind: String {
        case elliptic = "EC -pkeyopt ec_paramgen_curve:P-256"
        case rsa = "RSA -pkeyopt rsa_keygen_bits:2048"
    }

    /// The files that the server reads.
    let files: CertificateFiles
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let folder = folder
        files = CertificateFiles(
            certificate: folder.appending(path: "server.pem").path,
            key: folder.appending(path: "server.key").path)
        try openssl("genpkey -algorithm \(Kind.elliptic.rawValue) -out authority.key")
        try openssl(
            "req -x509 -new -key authority.key -days 2 -subj /CN=authority -out authority.pem")
        try Data("subjectAltName=IP:127.0.0.1,DNS:localhost".utf8)
            .write(to: folder.appending(path: "names"))
        try make("one")
        try install("one")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var authority: String { path("authority.pem") }

    func path(_ name: String) -> String { folder.appending(path: name).path }

    /// Creates a key and a certificate: `one.pem` and `one.key`, for the subject `/CN=one`.
    func make(_ name: String, _ kind: Kind = .elliptic) throws {
        try openssl("genpkey -algorithm \(kind.rawValue) -out \(name).key")
        try openssl("req -new -key \(name).key -subj /CN=\(name) -out \(name).request")
        try openssl(
            "x509 -req -in \(name).request -CA authority.pem -CAkey authority.key -CAcreateserial"
                + " -days 2 -extfile names -out \(name).pem")
    }

    /// Copies a certificate and its key to `files`.
    func install(_ certificate: String, key: String? = nil) throws {
        try copy("\(certificate).pem", to: files.certificate)
        try copy("\(key ?? certificate).key", to: files.key)
    }

    func openssl(_ words: String) throws {
        let arguments = words.split(separator: " ").map(String.init)
        let result = try Tool.openssl.run(arguments, in: folder)
        guard result.status == 0 else { throw Refused(said: result.output) }
    }

    struct Refused: Error { var said: String }

    private func copy(_ name: String, to target: String) throws {
        try Data(contentsOf: folder.appending(path: name)).write(
            to: URL(filePath: target), options: .atomic)
    }
}
