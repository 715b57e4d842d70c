import SharedRoom

/// Orders of other processes, in the file.
extension SQLiteBackend {
    func executeOrders() {
        guard !file.isClosed else { return }
        do throws(SQLiteFailure) {
            try executeAllOrders()
        } catch {
            noteFailure(error.message)
        }
        commit()
        reopenIfClosed()
    }

    func executeAllOrders() throws(SQLiteFailure) {
        for (id, order) in try file.connection.orders() {
            commit()
            if let order { try execute(order) }
            try file.write { (connection) throws(SQLiteFailure) in try connection.withdraw(id) }
            wantsTruncation = true
        }
    }

    private func execute(_ order: RoomOrder) throws(SQLiteFailure) {
        switch order.kind {
        case .forget:
            try erase(order.name)
            rooms.remove(order.name)
            events.append(.forgottenElsewhere(order.name))
        case .reinstate:
            // Edges that have the room open have an intact state.
            let connection = try file.connection
            guard rooms[order.name] == nil, let id = try connection.id(of: order.name) else {
                return
            }
            try file.write { (connection) throws(SQLiteFailure) in
                try connection.setTrials(of: id, to: 0)
            }
            guard shared[journalOf: id].isEmpty else { return }
            shared[journalOf: id] = try connection.journalIndex()[id]
        }
    }
}

extension SQLiteConnection {
    /// The orders; nil for those that this program does not know.
    func orders() throws(SQLiteFailure) -> [(id: Int64, order: RoomOrder?)] {
        try all("SELECT id, kind, name, checksum FROM orders ORDER BY id") { row in
            let id = row.number(0)
            guard let kind = RoomOrder.Kind(rawValue: row.number(1)),
                let name = RoomName(normal: row.bytes(2))
            else { return (id, nil) }
            let order = RoomOrder(kind, name)
            // Damage must not delete a room.
            return (id, order.checksum(row: id) == row.bits(3) ? order : nil)
        }
    }

    /// Writes the order, and returns the number of its row, which exists until the order is executed.
    func give(_ order: RoomOrder) throws(SQLiteFailure) -> Int64 {
        let id = Int64.random(in: 1 ... .max)
        try run(
            "INSERT INTO orders (id, kind, name, checksum) VALUES (?, ?, ?, ?)", .number(id),
            .number(order.kind.rawValue), .bytes(order.name.bytes), .bits(order.checksum(row: id)))
        return id
    }

    func withdraw(_ order: Int64) throws(SQLiteFailure) {
        try run("DELETE FROM orders WHERE id = ?", .number(order))
    }

    func id(of name: RoomName) throws(SQLiteFailure) -> Int64? {
        try number("SELECT id FROM rooms WHERE name = ?", .bytes(name.bytes))
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
