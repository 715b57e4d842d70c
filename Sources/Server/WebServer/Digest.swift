import CLibWebSockets
import SharedRoom

/// SHA-256, computed by OpenSSL, which libwebsockets uses too.
public enum Digest {
    public static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        let isDone = EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha256(), nil) == 1
        precondition(isDone, "OpenSSL has no SHA-256")
        return digest
    }

    /// The first 16 hexadecimal digits of the digest.
    static func text(of bytes: [UInt8]) -> String {
        String(decoding: Hexadecimal.encoded(Array(sha256(bytes).prefix(8))), as: UTF8.self)
    }
}
