import Glibc
import SharedRoom

/// A connection that was accepted, and that a loop is to serve.
struct Newcomer {
    let descriptor: Int32
    let origin: ClientAddress

    /// The room that it asks for in its first request; nil if that has not come yet, is of something
    /// else, or cannot be read, like everything that is said in TLS. It stays where it is.
    var room: RoomName? {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.lineBytesMax) { bytes in
            let count = recv(
                descriptor, bytes.baseAddress, bytes.count,
                Int32(MSG_PEEK | MSG_DONTWAIT))
            return Self.room(inRequest: bytes.prefix(max(0, count)))
        }
    }

    static func room(inRequest bytes: some Collection<UInt8>) -> RoomName? {
        let beginning = Array("GET /rooms/".utf8)
        guard bytes.starts(with: beginning) else { return nil }
        let rest = bytes.dropFirst(beginning.count)
        guard let end = rest.firstIndex(where: { Array(" /?".utf8).contains($0) }) else {
            return nil
        }
        return RoomAddress.name(fromPathPiece: rest[..<end])
    }

    /// Of a request's first line: a name of 64 letters takes 770, percent-encoded.
    private static let lineBytesMax = 1_024
}
