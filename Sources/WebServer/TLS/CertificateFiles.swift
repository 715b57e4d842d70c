/// Where a server's certificate and its private key are, both as PEM: the certificate first, and
/// after it whoever vouches for it.
public struct CertificateFiles: Equatable, Sendable {
    public var certificate: String
    public var key: String

    public init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}

/// What is wrong with them, in a line that says what would be right.
public enum CertificateError: Error, Equatable {
    case unreadable(String, why: String)
    case noCertificate(String)
    case noKey(String)
    case encryptedKey(String)
    case strangeKey(CertificateFiles)

    public var message: String {
        switch self {
        case .unreadable(let file, let why): "\(file) cannot be read: \(why)."
        case .noCertificate(let file): "There is no certificate in \(file); PEM is what it takes."
        case .noKey(let file): "There is no private key in \(file); PEM is what it takes."
        case .encryptedKey(let file):
            "The key in \(file) is encrypted; openssl pkey -in \(file) writes it without."
        case .strangeKey(let files):
            "The key in \(files.key) does not belong to the first certificate in "
                + "\(files.certificate)."
        }
    }
}
