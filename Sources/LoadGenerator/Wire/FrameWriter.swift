import Glibc

/// Writes masked client frames into a reusable buffer.
struct FrameWriter: ~Copyable {
    private let bytes: UnsafeMutablePointer<UInt8>
    private var beginning = 0
    private var kind = Frame.Kind.text
    private(set) var count = 0
    private var mask: UInt32

    private static let capacity = 65_536
    private static let headBytes = 6

    init(seed: UInt32) {
        bytes = .allocate(capacity: Self.capacity)
        mask = seed | 1
    }

    deinit { bytes.deallocate() }

    var contents: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: bytes, count: count) }

    mutating func clear() { count = 0 }

    mutating func begin(_ kind: Frame.Kind = .text) {
        self.kind = kind
        beginning = count
        count += Self.headBytes
    }

    mutating func add(_ text: StaticString) {
        precondition(count + text.utf8CodeUnitCount <= Self.capacity)
        memcpy(bytes + count, text.utf8Start, text.utf8CodeUnitCount)
        count += text.utf8CodeUnitCount
    }

    mutating func add(_ text: String) {
        for byte in text.utf8 { add(byte: byte) }
    }

    mutating func add(byte: UInt8) {
        precondition(count < Self.capacity)
        bytes[count] = byte
        count += 1
    }

    mutating func add(_ number: Int) {
        let start = count
        var rest = number
        repeat {
            add(byte: UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        var digits = UnsafeMutableBufferPointer(start: bytes + start, count: count - start)
        digits.reverse()
    }

    /// Completes the frame: writes its header and masks its payload.
    mutating func end() {
        var head = bytes + beginning
        let length = count - beginning - Self.headBytes
        head[0] = kind.rawValue
        if length < 126 {
            head[1] = 0x80 | UInt8(length)
            head += 2
        } else {
            memmove(head + Self.headBytes + 2, head + Self.headBytes, length)
            count += 2
            head[1] = 0x80 | 126
            head[2] = UInt8(length >> 8)
            head[3] = UInt8(length & 0xFF)
            head += 4
        }
        mask = mask &* 1_664_525 &+ 1_013_904_223
        for index in 0..<4 { head[index] = UInt8(truncatingIfNeeded: mask >> (8 * UInt32(index))) }
        for index in 0..<length { head[4 + index] ^= head[index & 3] }
    }
}
