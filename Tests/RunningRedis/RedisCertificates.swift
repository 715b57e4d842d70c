import Foundation
import RunningPrograms

/// A certificate authority, and certificates for Redis and its clients that it has signed.
public final class RedisCertificates: @unchecked Sendable {
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "certificates-\(UUID().uuidString)")

    public struct Refused: Error {
        public let output: String
    }

    public init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try openssl(
            "req -x509 \(Self.newKey) -keyout authority.key -out authority.pem -subj /CN=authority"
                + " -days 2")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    public var authority: String { path("authority.pem") }

    public func path(_ name: String) -> String { folder.appending(path: name).path }

    /// Creates a certificate and its key: `one.pem` and `one.key`.
    ///
    /// - Parameters:
    ///   - names: The names of the server, in the syntax of OpenSSL.
    ///   - days: The days until it expires. With 0 it has expired.
    public func make(
        _ name: String, for names: String = "IP:127.0.0.1,DNS:localhost", days: Int = 2
    ) throws {
        try openssl(
            "req \(Self.newKey) -keyout \(name).key -out \(name).request -subj /CN=\(name)")
        try Data("subjectAltName=\(names)".utf8).write(to: folder.appending(path: "names"))
        try openssl(
            "x509 -req -in \(name).request -CA authority.pem -CAkey authority.key -CAcreateserial"
                + " -days \(days) -extfile names -out \(name).pem")
    }

    /// The settings of a Redis that has this certificate and accepts clients without one.
    func settings(port: UInt16, certificate: String) -> [String] {
        [
            "tls-port \(port)", "tls-cert-file \(path(certificate)).pem",
            "tls-key-file \(path(certificate)).key", "tls-ca-cert-file \(authority)",
            "tls-auth-clients no",
        ]
    }

    private static let newKey = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc"

    public func openssl(_ words: String) throws {
        let result = try Child.run(
            ["/usr/bin/openssl"] + words.split(separator: " ").map(String.init), in: folder)
        guard result.status == 0 else { throw Refused(output: result.output) }
    }
}
