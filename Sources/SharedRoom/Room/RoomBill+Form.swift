import CalculatorEngine
import ExactNumbers

extension RoomBill {
    func write(to writer: inout ByteWriter) {
        bill.write(to: &writer)
        writer.append(number: UInt64(guests.count))
        for guest in guests {
            writer.append(number: UInt64(guest.number))
            writer.append(counted: guest.name.bytes)
        }
    }

    init(from reader: inout ByteReader) throws(FormError) {
        let bill = try Bill(from: &reader)
        var guests: [Guest] = []
        for _ in 0..<(try reader.count(upTo: BillLimits.peopleMax)) {
            let number = UInt32(try reader.number(upTo: UInt64(UInt32.max)))
            let written = try reader.counted(upTo: RoomLimits.nameBytesMax)
            guard let name = PersonName(written), name.bytes == written,
                bill.people.contains(where: { $0.number == number }),
                !guests.contains(where: { $0.number == number })
            else { throw .invalid }
            guests.append(Guest(number: number, name: name))
        }
        self.init(bill: bill, guests: guests)
    }

    var hash: UInt64 {
        var writer = ByteWriter(capacity: 64)
        write(to: &writer)
        var hash = StateHash(0)
        hash.add(writer.bytes)
        return hash.value
    }
}
