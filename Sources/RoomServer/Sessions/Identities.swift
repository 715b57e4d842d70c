import SharedRoom

/// What stands in the log for secrets: hashes of them and the room's salt, so that nobody can be
/// followed from room to room.
struct Identities {
    private let digest: ([UInt8]) -> [UInt8]

    init(_ digest: @escaping ([UInt8]) -> [UInt8]) {
        self.digest = digest
    }

    /// The salt of a room that is about to be made.
    ///
    /// It follows from the epoch, which is the same at all edges at which the room is open. Two edges
    /// at which a room is made at the same time so agree on it, and whoever lost the race enters as
    /// the person that they will be.
    func salt(of name: RoomName, epoch: UInt64) -> Fingerprint {
        fingerprint(of: name.bytes, salt: Fingerprint(high: epoch, low: 0))
    }

    /// The token that opens a room's documents while its door is shut. Every edge derives the same one.
    /// It changes with each event that takes somebody's right to read, and participants know all that it
    /// is derived from but the secret.
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
            name: join.name, replaces: 0)
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
    fileprivate func word(at place: Int) -> UInt64 {
        self[place..<(place + 8)].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
