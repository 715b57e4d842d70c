import ExactNumbers

/// The encoding of a bill: its settings, amounts, people and items.
extension Bill {
    public func write(to writer: inout ByteWriter) {
        writer.append(unit.rawValue)
        writer.append(basis.rawValue)
        writer.append((tipBase == .pretax ? 1 : 0) | (roundsUp ? 2 : 0))
        writer.append(signed: amount)
        writer.append(signed: tax)
        writer.append(signed: tip.tenThousandths)
        writer.append(number: UInt64(people.count))
        for person in people { person.write(to: &writer) }
        writer.append(number: UInt64(items.count))
        for item in items { item.write(to: &writer) }
    }

    /// Rebuilds the bill from changes, which check all limits.
    public init(from reader: inout ByteReader) throws(BinaryDecodingError) {
        guard let unit = BillUnit(rawValue: try reader.byte()) else { throw .invalid }
        self.init(unit: unit)
        guard let basis = Basis(rawValue: try reader.byte()) else { throw .invalid }
        let tipped = try reader.number(upTo: 3)
        tipBase = tipped & 1 == 0 ? .total : .pretax
        roundsUp = tipped & 2 != 0
        try applyDecoded(.setAmount(try reader.signed()))
        try applyDecoded(.setTax(try reader.signed()))
        try applyDecoded(.setTip(try BillTip(from: &reader)))
        for _ in 0..<(try reader.count(upTo: BillLimits.peopleMax)) {
            try decodePerson(from: &reader)
        }
        for _ in 0..<(try reader.count(upTo: BillLimits.itemsMax)) {
            try decodeItem(from: &reader)
        }
        // Only now, because adding people changes percentages.
        self.basis = basis
    }

    private mutating func applyDecoded(_ change: BillChange) throws(BinaryDecodingError) {
        do throws(BillError) {
            try apply(change)
        } catch {
            throw .invalid
        }
    }

    private mutating func decodePerson(from reader: inout ByteReader) throws(BinaryDecodingError) {
        let number = try reader.number32()
        try applyDecoded(.addPerson(number))
        try applyDecoded(.setWeight(try reader.signed(), person: number))
        try applyDecoded(.setPaid(try reader.signed(), person: number))
    }

    private mutating func decodeItem(from reader: inout ByteReader) throws(BinaryDecodingError) {
        let number = try reader.number()
        try applyDecoded(.addItem(number, amount: try reader.signed()))
        var last: UInt32?
        for _ in 0..<(try reader.count(upTo: BillLimits.peopleMax)) {
            let owner = try reader.number32()
            // Any other order, or a repeated owner, would be a second encoding of the same bill.
            if let last, last >= owner { throw .invalid }
            try applyDecoded(.addOwner(owner, item: number))
            last = owner
        }
    }
}

extension Bill.Person {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.append(number: UInt64(number))
        writer.append(signed: weight)
        writer.append(signed: paid)
    }
}

extension Bill.Item {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.append(number: number)
        writer.append(signed: amount)
        writer.append(number: UInt64(owners.count))
        for owner in owners { writer.append(number: UInt64(owner)) }
    }
}

extension BillTip {
    fileprivate init(from reader: inout ByteReader) throws(BinaryDecodingError) {
        let number = try reader.signed()
        do throws(BillError) {
            try self.init(tenThousandths: number)
        } catch {
            throw .invalid
        }
    }
}
