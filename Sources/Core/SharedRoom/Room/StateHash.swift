/// A 64-bit hash that lets replicas verify that they agree.
///
/// It detects accidents, not attacks: a client with a manipulated state harms only itself. Large states are
/// hashed in parts. The hash of a collection whose elements have unique numbers is the sum of the elements'
/// hashes, so that changing one element does not require visiting the others.
package struct StateHash {
    private var state: UInt64

    package init(_ seed: UInt64) {
        state = seed
    }

    package mutating func add(_ word: UInt64) {
        state = (state ^ word) &* 0x9E6C_63D0_876A_9A99
        state = (state << 31 | state >> 33) &* 0xC2B2_AE3D_27D4_EB4F
    }

    package mutating func add(_ number: Int64) {
        add(UInt64(bitPattern: number))
    }

    package mutating func add(_ bytes: [UInt8]) {
        add(UInt64(bytes.count))
        var word: UInt64 = 0
        var filled: UInt64 = 0
        for byte in bytes {
            word |= UInt64(byte) << filled
            filled += 8
            if filled == 64 {
                add(word)
                (word, filled) = (0, 0)
            }
        }
        if filled > 0 { add(word) }
    }

    package var value: UInt64 {
        var value = state ^ state >> 30
        value = value &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}
