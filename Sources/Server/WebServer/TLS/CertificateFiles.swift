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
public enum CertificateError: Error, Equatable {
    case unreadable(String, why: String)
    case noCertificate(String)
    case noKey(String)
    case encryptedKey(String)
    case mismatchedKey(CertificateFiles)
    /// Browsers refuse it.
    case refused(String, why: String)

    public var message: String {
        switch self {
        case .unreadable(let file, let why): "\(file) cannot be read: \(why)."
        case .noCertificate(let file): "There is no certificate in \(file). The file must be PEM."
        case .noKey(let file): "There is no private key in \(file). The file must be PEM."
        case .encryptedKey(let file):
            "The key in \(file) is encrypted. To decrypt it, use openssl pkey -in \(file)."
        case .mismatchedKey(let files):
            "The key in \(files.key) does not belong to the first certificate in "
                + "\(files.certificate)."
        case .refused(let file, let why): "Browsers refuse the certificate in \(file): \(why)."
        }
    }
}
