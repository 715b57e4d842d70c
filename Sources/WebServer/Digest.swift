import CLibWebSockets

/// SHA-256 of some bytes, from the library that libwebsockets brings.
public enum Digest {
    public static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        let isDone = EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha256(), nil) == 1
        precondition(isDone, "OpenSSL has no SHA-256")
        return digest
    }
}
