import CalculatorEngine
import ExactNumbers

/// The snapshot of a room: its binary form on disks and in welcomes.
///
/// It begins with the version of the rules. Decoding accepts exactly the bytes that `snapshot` writes, so
/// equal rooms have equal snapshots, and malformed bytes are rejected.
extension Room {
    public var snapshot: [UInt8] {
        var writer = ByteWriter(capacity: 1_024)
        writer.append(number: UInt64(Self.rules))
        write(to: &writer)
        return writer.bytes
    }

    public init(decoding snapshot: [UInt8]) throws(BinaryDecodingError) {
        var reader = ByteReader(snapshot[...])
        guard try reader.number() == UInt64(Self.rules) else { throw .invalid }
        try self.init(from: &reader)
        guard reader.isAtEnd else { throw .invalid }
    }

    private func write(to writer: inout ByteWriter) {
        writer.append(number: UInt64(sequence))
        writer.append(number: UInt64(time))
        writer.append(status.rawValue)
        salt.write(to: &writer)
        writer.append(flags)
        if let hostLink { hostLink.write(to: &writer) }
        writer.append(number: UInt64(nextNumber))
        writer.append(counted: encodedCalculator)
        history.write(to: &writer, at: time)
        tape.write(to: &writer)
        people.write(to: &writer)
        bills.write(to: &writer)
        writer.append(number: UInt64(readTokenSequence))
        writer.append(encodedQuestion)
    }

    private init(from reader: inout ByteReader) throws(BinaryDecodingError) {
        sequence = try reader.count64()
        time = try reader.count64()
        guard let status = Status(rawValue: try reader.byte()) else { throw .invalid }
        self.status = status
        salt = try Fingerprint(from: &reader)
        let flags = try reader.byte()
        guard flags < 64 else { throw .invalid }
        beginsLocked = flags & 1 != 0
        isLocked = flags & 2 != 0
        isDoorOpen = flags & 4 != 0
        holdsNames = flags & 16 != 0
        admitsSpectators = flags & 32 != 0
        if flags & 8 != 0 { hostLink = try Fingerprint(from: &reader) }
        nextNumber = try reader.number32()
        guard nextNumber > 0 else { throw .invalid }
        encodedCalculator = try reader.counted(upTo: EngineLimits.stateBytesMax)
        if status != .unmade {
            guard let calculator = Calculator(encoded: encodedCalculator) else { throw .invalid }
            self.calculator = calculator
        }
        history = try History(from: &reader, at: time)
        tape = try Tape(from: &reader, through: sequence)
        people = try People(from: &reader, below: nextNumber)
        bills = try RoomBills(from: &reader)
        billHash = bills.hash
        readTokenSequence = try reader.count64()
        question = try Question(from: &reader)
        guard answersByteCount <= (question == nil ? 0 : RoomLimits.answersBytesMax) else {
            throw .invalid
        }
    }

    private var flags: UInt8 {
        (beginsLocked ? 1 : 0) | (isLocked ? 2 : 0) | (isDoorOpen ? 4 : 0)
            | (hostLink == nil ? 0 : 8) | (holdsNames ? 16 : 0)
            | (admitsSpectators ? 32 : 0)
    }
}

/// The room's hash, and the cached encodings and hashes of its parts.
extension Room {
    /// The hash of the state, combined from the hashes of the parts, which `apply` keeps up to date.
    public var hash: UInt64 {
        var hash = StateHash(UInt64(Self.rules))
        hash.add(sequence)
        hash.add(time)
        hash.add(UInt64(status.rawValue) << 8 | UInt64(flags) | UInt64(nextNumber) << 16)
        for fingerprint in [salt, hostLink ?? Fingerprint(high: 0, low: 0)] {
            hash.add(fingerprint.high)
            hash.add(fingerprint.low)
        }
        hash.add(encodedCalculator)
        hash.add(history.hash)
        hash.add(tape.hash)
        hash.add(people.hash)
        hash.add(billHash)
        hash.add(readTokenSequence)
        hash.add(encodedQuestion)
        return hash.value
    }

    package mutating func setCalculator(_ calculator: Calculator) {
        self.calculator = calculator
        updateEncodedCalculator()
    }

    mutating func updateEncodedCalculator() {
        var writer = ByteWriter(capacity: encodedCalculator.count + 32)
        calculator.write(to: &writer)
        encodedCalculator = writer.bytes
    }

    mutating func changeBills<Result>(_ change: (inout RoomBills) -> Result) -> Result {
        let result = change(&bills)
        billHash = bills.hash
        return result
    }
}

extension Calculator {
    /// Nil if the bytes do not encode a calculator.
    package init?(encoded bytes: [UInt8]) {
        var reader = ByteReader(bytes[...])
        guard let calculator = try? Calculator(from: &reader), reader.isAtEnd else { return nil }
        self = calculator
    }
}

extension Fingerprint {
    func write(to writer: inout ByteWriter) {
        writer.append(word: high)
        writer.append(word: low)
    }

    init(from reader: inout ByteReader) throws(BinaryDecodingError) {
        let high = try reader.word()
        self.init(high: high, low: try reader.word())
    }
}
