public import SharedRoom

extension Room {
    /// Whether somebody who says this may read the room's documents: through an open door everybody
    /// if spectators are admitted, otherwise everybody who says the read token.
    public func mayBeRead(
        with token: Fingerprint?, epoch: UInt64, secret: UInt64,
        digest: @escaping ([UInt8]) -> [UInt8]
    ) -> Bool {
        isDoorOpen && admitsSpectators
            || token == Identities(digest).readToken(of: self, epoch: epoch, secret: secret)
    }
}
