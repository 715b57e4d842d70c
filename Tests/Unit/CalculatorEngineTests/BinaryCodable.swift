import ExactNumbers
import SeededNumbers

@testable import CalculatorEngine

/// A type with a binary encoding. The tests decode whole byte arrays.
protocol BinaryCodable: Equatable {
    func write(to writer: inout ByteWriter)
    init(from reader: inout ByteReader) throws(BinaryDecodingError)
}

extension Calculator: BinaryCodable {}
extension Bill: BinaryCodable {}
extension Calculation: BinaryCodable {}

extension BinaryCodable {
    var encoding: [UInt8] {
        var writer = ByteWriter()
        write(to: &writer)
        return writer.bytes
    }

    /// Nil if the bytes are not exactly one valid encoding.
    init?(encoding: [UInt8]) {
        var reader = ByteReader(encoding[...])
        do throws(BinaryDecodingError) {
            try self.init(from: &reader)
        } catch {
            return nil
        }
        guard reader.isAtEnd else { return nil }
    }

    /// True if encoding and decoding restore the state, with the same bytes.
    var roundTrips: Bool {
        let encoding = encoding
        guard let copy = Self(encoding: encoding) else { return false }
        return copy == self && copy.encoding == encoding
    }
}

extension SplitMix {
    mutating func byte() -> UInt8 {
        // Small values are more often valid.
        UInt8(next(below: next(below: 2) == 0 ? 8 : 256))
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<count { bytes.append(byte()) }
        return bytes
    }

    /// The bytes with one to three random changes.
    mutating func mutated(_ encoding: [UInt8]) -> [UInt8] {
        var bytes = encoding
        for _ in 0...next(below: 3) where !bytes.isEmpty {
            let place = next(below: bytes.count)
            switch next(below: 7) {
            case 0: bytes[place] ^= 1 << UInt8(next(below: 8))
            case 1: bytes[place] = byte()
            case 2: bytes[place] &+= next(below: 2) == 0 ? 1 : 255
            case 3: bytes.insert(byte(), at: place)
            case 4: bytes.remove(at: place)
            case 5: bytes.removeLast(bytes.count - place)
            default: bytes.insert(contentsOf: bytes[place...].prefix(12), at: place)
            }
        }
        return bytes
    }
}
