import CalculatorEngine
import ExactNumbers

/// The binary form: the parts that undo restores, the names of departed participants, and the history.
extension RoomBills {
    func write(to writer: inout ByteWriter) {
        writer.append(encoded)
        departed.write(to: &writer)
        history.write(to: &writer, at: 0)
    }

    init(from reader: inout ByteReader) throws(BinaryDecodingError) {
        try read(from: &reader)
        departed = try [Guest](from: &reader, upTo: BillLimits.peopleMax)
        history = try History(
            from: &reader, at: 0, stepsMax: RoomLimits.billStepsMax,
            bytesMax: RoomLimits.billStepBytesMax)
    }

    var hash: UInt64 {
        var writer = ByteWriter(capacity: 64)
        departed.write(to: &writer)
        var hash = StateHash(history.hash)
        hash.add(encoded)
        hash.add(writer.bytes)
        return hash.value
    }
}

/// The form that a page passes to its module for bills: like the binary form, but with only the last step that can
/// be undone and the last that can be redone.
extension RoomBills {
    package var sheetForm: [UInt8] {
        var writer = ByteWriter(capacity: encoded.count + 64)
        writer.append(encoded)
        departed.write(to: &writer)
        history.ends.write(to: &writer, at: 0)
        return writer.bytes
    }

    package init(sheetForm bytes: [UInt8]) throws(BinaryDecodingError) {
        var reader = ByteReader(bytes[...])
        try self.init(from: &reader)
        guard reader.isAtEnd else { throw .invalid }
    }

    /// The bills before a step that can be undone, or after one that can be redone; nil if the patch does not fit.
    package func bills(turning step: History.Step) -> RoomBills? {
        var bills = self
        guard let bytes = step.patch.applied(to: encoded), bills.decode(bytes) else { return nil }
        return bills
    }
}

/// The parts that undo restores.
extension RoomBills {
    mutating func updateEncoded() {
        var writer = ByteWriter(capacity: encoded.count + 32)
        writer.append(number: UInt64(all.count))
        for bill in all { bill.write(to: &writer) }
        guests.write(to: &writer)
        writer.append(number: UInt64(settled.count))
        for one in settled { one.write(to: &writer) }
        encoded = writer.bytes
    }

    /// Replaces these parts by those that the bytes encode. Returns false if they encode none; the bills are then
    /// incomplete.
    @discardableResult
    mutating func decode(_ bytes: [UInt8]) -> Bool {
        var reader = ByteReader(bytes[...])
        return (try? read(from: &reader)) != nil && reader.isAtEnd
    }

    private mutating func read(from reader: inout ByteReader) throws(BinaryDecodingError) {
        all = []
        settled = []
        for _ in 0..<(try reader.count(upTo: RoomLimits.billsMax)) {
            all.append(try RoomBill(from: &reader))
        }
        guests = try [Guest](from: &reader, upTo: RoomLimits.guestsMax)
        for _ in 0..<(try reader.count(upTo: BillLimits.paymentsMax)) {
            let one = try SettledDebt(from: &reader)
            guard index(of: one.bill) != nil else { throw .invalid }
            settled.append(one)
        }
        guard !all.isEmpty, (try? checkLimits()) != nil else { throw .invalid }
        updateEncoded()
    }
}

extension RoomBill {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.append(number: UInt64(number))
        writer.append(counted: title.bytes)
        bill.write(to: &writer)
        writer.append(counted: sign.bytes)
        writer.append(number: UInt64(itemNames.count))
        for item in itemNames {
            writer.append(number: item.item)
            writer.append(counted: item.name.bytes)
        }
    }

    fileprivate init(from reader: inout ByteReader) throws(BinaryDecodingError) {
        number = try reader.count64()
        title = try reader.name()
        bill = try Bill(from: &reader)
        sign = try reader.name()
        guard sign.bytes.count <= RoomLimits.signBytesMax else { throw .invalid }
        for _ in 0..<(try reader.count(upTo: BillLimits.itemsMax)) {
            itemNames.append(ItemName(item: try reader.number(), name: try reader.name()))
        }
    }
}

extension RoomBills.SettledDebt {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.append(number: UInt64(number))
        writer.append(number: UInt64(bill))
        writer.append(number: UInt64(payment.from))
        writer.append(number: UInt64(payment.to))
        writer.append(signed: payment.amount)
    }

    fileprivate init(from reader: inout ByteReader) throws(BinaryDecodingError) {
        number = try reader.count64()
        bill = try reader.count64()
        payment = BillPayment(
            from: try reader.number32(), to: try reader.number32(), amount: try reader.signed())
        guard payment.amount.magnitude <= BillLimits.amountMax.magnitude else { throw .invalid }
    }
}

extension [RoomBills.Guest] {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.append(number: UInt64(count))
        for guest in self {
            writer.append(number: UInt64(guest.number))
            writer.append(counted: guest.name.bytes)
        }
    }

    fileprivate init(
        from reader: inout ByteReader, upTo most: Int
    ) throws(BinaryDecodingError) {
        self = []
        for _ in 0..<(try reader.count(upTo: most)) {
            append(RoomBills.Guest(number: try reader.number32(), name: try reader.name()))
        }
    }
}
