public import SharedRoom

extension Secret {
    /// 132 bits that nobody can guess.
    public static func random() -> Secret {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        let text = (0..<secretBytesMin).map { _ in letters[Int.random(in: letters.indices)] }
        guard let secret = Secret(text) else { preconditionFailure("no secret of its own letters") }
        return secret
    }
}
