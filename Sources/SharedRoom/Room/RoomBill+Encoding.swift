import CalculatorEngine
import ExactNumbers

extension RoomBill {
    public var encoded: [UInt8] {
        var writer = ByteWriter(capacity: 64)
        write(to: &writer)
        return writer.bytes
    }

    public init(encoded bytes: [UInt8]) throws(BinaryDecodingError) {
        var reader = ByteReader(bytes[...])
        try self.init(from: &reader)
        guard reader.isAtEnd else { throw .invalid }
    }

    func write(to writer: inout ByteWriter) {
        bill.write(to: &writer)
        writer.append(number: UInt64(guests.count))
        for guest in guests {
            writer.append(number: UInt64(guest.number))
            writer.append(counted: guest.name.bytes)
        }
        writer.append(counted: sign.bytes)
        writer.append(number: UInt64(itemNames.count))
        for item in itemNames {
            writer.append(number: item.item)
            writer.append(counted: item.name.bytes)
        }
        writer.append(number: UInt64(settled.count))
        for one in settled {
            writer.append(number: UInt64(one.number))
            writer.append(number: UInt64(one.payment.from))
            writer.append(number: UInt64(one.payment.to))
            writer.append(signed: one.payment.amount)
        }
    }

    init(from reader: inout ByteReader) throws(BinaryDecodingError) {
        bill = try Bill(from: &reader)
        for _ in 0..<(try reader.count(upTo: BillLimits.peopleMax)) {
            let number = try reader.number32()
            guard has(number), !guests.contains(where: { $0.number == number }) else {
                throw .invalid
            }
            guests.append(Guest(number: number, name: try reader.name()))
        }
        sign = try reader.name()
        guard sign.bytes.count <= RoomLimits.signBytesMax else { throw .invalid }
        try decodeItemNames(from: &reader)
        try decodeSettled(from: &reader)
    }

    /// In the order of the items, which is the order of their events.
    private mutating func decodeItemNames(
        from reader: inout ByteReader
    ) throws(BinaryDecodingError) {
        for _ in 0..<(try reader.count(upTo: BillLimits.itemsMax)) {
            let item = try reader.number()
            guard bill.items.contains(where: { $0.number == item }),
                itemNames.last.map({ $0.item < item }) != false
            else { throw .invalid }
            let name = try reader.name()
            guard name != .none else { throw .invalid }
            itemNames.append(ItemName(item: item, name: name))
        }
    }

    private mutating func decodeSettled(from reader: inout ByteReader) throws(BinaryDecodingError) {
        for _ in 0..<(try reader.count(upTo: BillLimits.paymentsMax)) {
            let number = try reader.count64()
            let payment = BillPayment(
                from: try reader.number32(), to: try reader.number32(), amount: try reader.signed())
            guard settled.last.map({ $0.number < number }) != false,
                has(payment.from), has(payment.to),
                payment.amount.magnitude <= BillLimits.amountMax.magnitude
            else { throw .invalid }
            settled.append(SettledDebt(number: number, payment: payment))
        }
    }

    var hash: UInt64 {
        var hash = StateHash(0)
        hash.add(encoded)
        return hash.value
    }
}
