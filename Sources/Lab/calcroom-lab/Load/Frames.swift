/// The kinds of WebSocket frames in use, by their first byte.
enum FrameKind: UInt8 {
    case text = 0x81
    case close = 0x88
    case ping = 0x89
    case pong = 0x8A
}

enum ClientFrame {
    /// A server requires a mask, but this one may be the same for all frames.
    private static let mask: [UInt8] = [0x5A, 0x3C, 0x69, 0x0F]

    static func encode(_ text: String) -> [UInt8] { encode(text.utf8, kind: .text) }

    static func encode(_ payload: some Collection<UInt8>, kind: FrameKind) -> [UInt8] {
        let count = payload.count
        var frame = [kind.rawValue, 0x80 | UInt8(min(count, 126))]
        frame.reserveCapacity(8 + count)
        if count >= 126 { frame += [UInt8(count >> 8), UInt8(count & 0xFF)] }
        frame += mask
        for (place, byte) in payload.enumerated() { frame.append(byte ^ mask[place & 3]) }
        return frame
    }
}

/// Splits received bytes into frames, which refer to the receive buffer.
struct ServerFrames {
    /// The beginning of an incomplete frame, after the last call of `next`.
    private(set) var rest: UnsafeBufferPointer<UInt8>

    init(_ bytes: UnsafeBufferPointer<UInt8>) { rest = bytes }

    /// The next frame. Its kind is nil for frames that the server never sends, such as fragments and
    /// binary frames.
    mutating func next() -> (kind: FrameKind?, payload: UnsafeBufferPointer<UInt8>)? {
        guard rest.count >= 2, let (head, length) = extent, rest.count - head >= length else {
            return nil
        }
        defer { rest = UnsafeBufferPointer(rebasing: rest[(head + length)...]) }
        return (
            FrameKind(rawValue: rest[0]),
            UnsafeBufferPointer(rebasing: rest[head..<head + length])
        )
    }

    /// Lengths of the header and the payload, or nil while the header is incomplete.
    private var extent: (head: Int, length: Int)? {
        let short = Int(rest[1])
        guard short >= 126 else { return (2, short) }
        let head = short == 126 ? 4 : 10
        guard rest.count >= head else { return nil }
        return (head, rest[2..<head].reduce(0) { $0 << 8 | Int($1) })
    }
}
