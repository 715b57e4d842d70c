import ExactNumbers
import SeededNumbers

@testable import CalculatorEngine

/// What has a binary form, whole: bytes from the first to the last.
protocol Formed: Equatable {
    func write(to writer: inout ByteWriter)
    init(from reader: inout ByteReader) throws(BinaryDecodingError)
}

extension Calculator: Formed {}
extension Bill: Formed {}
extension Calculation: Formed {}

extension Formed {
    var form: [UInt8] {
        var writer = ByteWriter()
        write(to: &writer)
        return writer.bytes
    }

    /// Nil for bytes that are no form, or not only one.
    init?(form: [UInt8]) {
        var reader = ByteReader(form[...])
        do throws(BinaryDecodingError) {
            try self.init(from: &reader)
        } catch {
            return nil
        }
        guard reader.isAtEnd else { return nil }
    }

    /// Whether the state comes back, and its form too.
    var comesBack: Bool {
        let form = form
        guard let copy = Self(form: form) else { return false }
        return copy == self && copy.form == form
    }
}

extension SplitMix {
    mutating func byte() -> UInt8 {
        // Small numbers mean something more often.
        UInt8(next(below: next(below: 2) == 0 ? 8 : 256))
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<count { bytes.append(byte()) }
        return bytes
    }

    /// The bytes with one to three bits, bytes or ends changed.
    mutating func mutated(_ form: [UInt8]) -> [UInt8] {
        var bytes = form
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
