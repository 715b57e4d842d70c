import Foundation
import RunningPrograms

@testable import WebServer

/// The certificates of a server. It begins with the certificate `one`.
final class TestCertificates: Certificates, @unchecked Sendable {
    /// The files that the server reads.
    var files: CertificateFiles {
        CertificateFiles(certificate: path("server.pem"), key: path("server.key"))
    }

    override init() throws {
        try super.init()
        try make("one")
        try install("one")
    }

    /// The options of `calcroom serve`.
    var options: [String] { ["--tls-cert", files.certificate, "--tls-key", files.key] }

    /// Copies a certificate and its key to `files`.
    func install(_ certificate: String, key: String? = nil) throws {
        try copy("\(certificate).pem", to: files.certificate)
        try copy("\(key ?? certificate).key", to: files.key)
    }

    private func copy(_ name: String, to target: String) throws {
        try Data(contentsOf: URL(filePath: path(name))).write(
            to: URL(filePath: target), options: .atomic)
    }
}
