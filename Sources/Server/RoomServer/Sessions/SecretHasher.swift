import SharedRoom

/// Hashes that replace secrets in the event log. They include the room's salt, so that nobody can be recognized
/// in another room.
struct SecretHasher {
    private let digest: ([UInt8]) -> [UInt8]

    init(_ digest: @escaping ([UInt8]) -> [UInt8]) {
        self.digest = digest
    }

    /// The salt of a new room.
    ///
    /// It is derived from the epoch, which is the same at all edges. If two edges make a room at the same time,
    /// they agree on the salt, so the identity in the `enter` event of the slower one stays valid.
    func salt(of name: RoomName, epoch: UInt64) -> Fingerprint {
        fingerprint(of: name.bytes, salt: Fingerprint(high: epoch, low: 0))
    }

    /// The token that opens a room's documents while its door is shut. Every edge derives the same token. It
    /// changes with each event that takes somebody's right to read. Participants know everything that it is
    /// derived from, except the secret.
    func readToken(of room: Room, epoch: UInt64, secret: UInt64) -> Fingerprint {
        let change = Fingerprint(high: secret, low: UInt64(room.readTokenSequence))
        return fingerprint(
            of: room.salt.bigEndian + Array("read".utf8) + change.bigEndian,
            salt: Fingerprint(high: epoch, low: 0))
    }

    func fingerprint(of bytes: [UInt8], salt: Fingerprint) -> Fingerprint {
        let digest = digest(salt.bigEndian + bytes)
        return Fingerprint(high: digest.word(at: 0), low: digest.word(at: 8))
    }

    func entrance(_ join: Join, salt: Fingerprint) -> Entrance {
        let pen = fingerprint(of: (join.pen ?? join.secret).bytes, salt: salt)
        return Entrance(
            identity: fingerprint(of: join.secret.bytes, salt: salt), pen: pen.high,
            name: join.name)
    }
}

extension Fingerprint {
    fileprivate var bigEndian: [UInt8] {
        [high, low].flatMap { word in
            stride(from: UInt64(56), through: 0, by: -8).map { shift in
                UInt8(truncatingIfNeeded: word >> shift)
            }
        }
    }
}

extension [UInt8] {
    fileprivate func word(at position: Int) -> UInt64 {
        self[position..<(position + 8)].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
