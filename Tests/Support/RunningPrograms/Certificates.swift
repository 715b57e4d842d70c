import Foundation

/// A certificate authority, and certificates for servers and clients that it has signed.
open class Certificates: @unchecked Sendable {
    public enum Kind: String, Sendable {
        case elliptic = "EC -pkeyopt ec_paramgen_curve:P-256"
        case rsa = "RSA -pkeyopt rsa_keygen_bits:2048"
    }

    public struct Refused: Error {
        public let output: String
    }

    private let folder: TemporaryFolder

    public init() throws {
        folder = try TemporaryFolder()
        try openssl("genpkey -algorithm \(Kind.elliptic.rawValue) -out authority.key")
        try openssl(
            "req -x509 -new -key authority.key -days 2 -subj /CN=authority -out authority.pem")
    }

    public var authority: String { path("authority.pem") }

    public func path(_ name: String) -> String { folder.path(of: name) }

    /// Creates a key and a certificate: `one.key` and `one.pem`, for the subject `/CN=one`.
    ///
    /// - Parameters:
    ///   - names: The names of the server, in the syntax of OpenSSL.
    ///   - days: The days until it expires. With 0 it has expired.
    public func make(
        _ name: String, _ kind: Kind = .elliptic, for names: String = "IP:127.0.0.1,DNS:localhost",
        days: Int = 2
    ) throws {
        try openssl("genpkey -algorithm \(kind.rawValue) -out \(name).key")
        try openssl("req -new -key \(name).key -subj /CN=\(name) -out \(name).request")
        try Data("subjectAltName=\(names)".utf8).write(to: URL(filePath: path("names")))
        try openssl(
            "x509 -req -in \(name).request -CA authority.pem -CAkey authority.key -CAcreateserial"
                + " -days \(days) -extfile names -out \(name).pem")
    }

    /// Runs openssl in the folder of the certificates.
    public func openssl(_ words: String) throws {
        let result = try Child.run(
            ["/usr/bin/openssl"] + words.split(separator: " ").map(String.init), in: folder.url)
        guard result.status == 0 else { throw Refused(output: result.output) }
    }
}
