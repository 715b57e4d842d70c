import SharedRoom

/// P2: every key that went down is applied exactly once, however often the connection breaks, or the
/// person is told that it was not.
extension Checks {
    /// A number means what it meant when it was sent first.
    func noteContents(of frame: [UInt8], on link: Link, typed: Typed?) {
        switch try? ClientMessage.decode(frame, limits: ServiceLimits()) {
        case .join(let join): link.pen = pens.record(of: join, in: link.room, typed)
        case .act(let first, let actions):
            guard let pen = link.pen else { return }
            for (offset, action) in actions.enumerated() {
                let number = first + Int64(offset)
                if number <= pen.last { world.tally.add(.actionsSentAgain) }
                if !pen.sent(Said(action), as: number) {
                    fail(.once, in: link.room, "number \(number) is sent with something else in it")
                }
            }
        case .mismatch: world.tally.add(.failedHashes)
        case .alive, nil: break
        }
    }

    /// What is decided was typed, is decided in the order of typing, and was not decided before.
    func checkOnce(_ event: Event, _ record: RoomRecord) {
        guard let signature = event.signature else { return }
        let said = Said(event.action)
        guard let pen = pens[signature, record.epoch], pen.hasSent(said, as: signature.count) else {
            return checkControl(unsent: event, record)
        }
        if let complaint = pen.typed?.complaint(aboutDecided: said) {
            fail(.once, in: record.name, "\(complaint) (event \(event.sequence) of \(signature))")
        }
    }

    /// A new epoch goes on from an earlier state. What was decided since may come again.
    func forgive(_ record: RoomRecord, since opened: OpenedRoom) {
        for entry in record.entries(after: opened.head) {
            guard let signature = entry.event.signature else { continue }
            pens[signature, record.epoch]?.typed?.mayComeAgain(Said(entry.event.action))
        }
        pens.goOn(from: record.epoch, to: opened.epoch)
    }

    /// Whoever was turned away, or may only look, was told. What was typed there may be missing, and it
    /// counts with what was typed in the page's copies.
    func forgive(_ client: ClientHost) {
        if client.hasEnded || client.mayOnlyLook { client.typed.isAbandoned = true }
    }

    /// Nothing is on its way any more, so nothing may be owed.
    func checkNothingMissing(_ client: ClientHost) {
        let missing = client.typed.takeMissing()
        guard !missing.isEmpty, let name = RoomName(normal: Array(client.room.utf8)) else { return }
        fail(.once, in: name, "\(missing) of \(client) never came, and nobody was told")
    }
}
