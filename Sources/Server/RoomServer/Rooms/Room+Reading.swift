public import SharedRoom

extension Room {
    /// True if a client with this read token may read the room's documents. Without a token, everybody may read
    /// them while the door is open and spectators are admitted.
    public func mayBeRead(
        with token: Fingerprint?, needsToken: Bool, epoch: UInt64, secret: UInt64,
        digest: @escaping ([UInt8]) -> [UInt8]
    ) -> Bool {
        !needsToken && isDoorOpen && admitsSpectators
            || token == SecretHasher(digest).readToken(of: self, epoch: epoch, secret: secret)
    }
}
