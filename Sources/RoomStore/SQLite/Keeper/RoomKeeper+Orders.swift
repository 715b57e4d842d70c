import SharedRoom

/// What other processes have asked for in the file.
extension RoomKeeper {
    /// Does all of it.
    func takeOrders() {
        do throws(SQLiteFailure) {
            for (id, order) in try connection.orders() {
                commit()
                if let order { try carryOut(order) }
                try file.write { () throws(SQLiteFailure) in
                    try connection.run("DELETE FROM orders WHERE id = ?", .number(id))
                }
                wantsTruncation = true
            }
        } catch {
            noteFailure(error)
        }
        commit()
    }

    private func carryOut(_ order: RoomOrder) throws(SQLiteFailure) {
        switch order.kind {
        case .forget:
            try erase(order.name)
            tellForgotten(order.name)
        case .putBack:
            // Those who still have it have what was right before.
            guard rooms[order.name] == nil, let id = try connection.id(of: order.name) else {
                return
            }
            try file.write { () throws(SQLiteFailure) in try connection.putBack(id) }
            let journal = try connection.journalRows(of: id)
            guard leftovers[id] == nil, !journal.isEmpty else { return }
            leftovers[id] = journal
            shared.update { $0[id] = journal }
            journalBytes += journal.bytes
        }
    }
}

extension SQLiteConnection {
    /// In no order that means anything; nil for what this program does not know.
    func orders() throws(SQLiteFailure) -> [(id: Int64, order: RoomOrder?)] {
        var orders: [(id: Int64, order: RoomOrder?)] = []
        try each("SELECT id, kind, name, checksum FROM orders ORDER BY id") { row in
            let id = row.number(0)
            let kind = RoomOrder.Kind(rawValue: row.number(1))
            let name = RoomName(normal: row.bytes(2))
            let order = kind.flatMap { kind in name.map { RoomOrder(kind, $0) } }
            // No room is forgotten by damage.
            orders.append((id, order.flatMap { $0.checksum(row: id) == row.bits(3) ? $0 : nil }))
            return true
        }
        return orders
    }

    /// The number under which the order is in the file until it is done.
    func give(_ order: RoomOrder) throws(SQLiteFailure) -> Int64 {
        let id = Int64.random(in: 1 ... .max)
        try run(
            "INSERT INTO orders (id, kind, name, checksum) VALUES (?, ?, ?, ?)", .number(id),
            .number(order.kind.rawValue), .bytes(order.name.bytes), .bits(order.checksum(row: id)))
        return id
    }

    func id(of name: RoomName) throws(SQLiteFailure) -> Int64? {
        try number("SELECT id FROM rooms WHERE name = ?", .bytes(name.bytes))
    }

    /// It was set aside, or is on trial, and can be read after all.
    func putBack(_ room: Int64) throws(SQLiteFailure) {
        try run("UPDATE rooms SET isSetAside = 0 WHERE id = ?", .number(room))
        try endTrial(of: room)
    }
}

extension RoomOrder {
    fileprivate func checksum(row: Int64) -> UInt64 {
        var hash = StateHash(UInt64(bitPattern: row))
        hash.add(kind.rawValue)
        hash.add(name.bytes)
        return hash.value
    }
}
