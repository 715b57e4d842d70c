public import SharedRoom

extension Room {
    /// Whether somebody who says this may read the room's documents: through an open door everybody,
    /// through a shut one whoever was told the token with a welcome.
    public func mayBeRead(
        with token: Fingerprint?, epoch: UInt64, digest: @escaping ([UInt8]) -> [UInt8]
    ) -> Bool {
        isDoorOpen || token == Identities(digest).readToken(of: self, epoch: epoch)
    }
}
