/// A frame from the server, which refers to the receive buffer.
struct Frame {
    enum Kind: UInt8 {
        case text = 0x81
        case close = 0x88
        case ping = 0x89
        case pong = 0x8A
    }

    /// Nil for frames that the servers never send, such as fragments and binary frames.
    let kind: Kind?
    let payload: UnsafeBufferPointer<UInt8>
}

/// Splits received bytes into frames. `rest` is the beginning of an incomplete frame.
struct FrameReader {
    private(set) var rest: UnsafeBufferPointer<UInt8>

    init(_ bytes: UnsafeBufferPointer<UInt8>) { rest = bytes }

    mutating func next() -> Frame? {
        guard rest.count >= 2, let (head, length) = extent, rest.count - head >= length else {
            return nil
        }
        let payload = UnsafeBufferPointer(rebasing: rest[head..<head + length])
        let kind = rest[1] & 0x80 == 0 ? Frame.Kind(rawValue: rest[0]) : nil
        rest = UnsafeBufferPointer(rebasing: rest[(head + length)...])
        return Frame(kind: kind, payload: payload)
    }

    /// Lengths of the header and the payload, or nil while the header is incomplete.
    private var extent: (head: Int, length: Int)? {
        let short = Int(rest[1] & 0x7F)
        guard short >= 126 else { return (2, short) }
        let head = short == 126 ? 4 : 10
        guard rest.count >= head else { return nil }
        return (head, rest[2..<head].reduce(0) { $0 << 8 | Int($1) })
    }
}
