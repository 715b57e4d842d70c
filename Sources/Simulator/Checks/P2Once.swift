import SharedRoom

/// P2: every pressed key is applied exactly once, however often the connection breaks, or the person
/// is notified that it was not.
extension Checks {
    /// Checks that a resent action number carries the same action as before.
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

    /// Checks that a decided action was typed, is decided in the order of typing, and was not decided
    /// before.
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

    /// Permits a second decision on the actions that a new epoch has lost.
    func forgive(_ record: RoomRecord, since opened: OpenedRoom) {
        for entry in record.entries(after: opened.head) {
            guard let signature = entry.event.signature else { continue }
            pens[signature, record.epoch]?.typed?.mayComeAgain(Said(entry.event.action))
        }
        pens.goOn(from: record.epoch, to: opened.epoch)
    }

    /// Permits missing actions of a client that was refused or may only watch, and of its copies.
    func forgive(_ client: ClientHost) {
        if client.hasEnded || client.mayOnlyLook { client.typed.isAbandoned = true }
    }

    /// Checks that every typed action was decided or reported, once no frame is in transit.
    func checkNothingMissing(_ client: ClientHost) {
        let missing = client.typed.takeMissing()
        guard !missing.isEmpty, let name = RoomName(normal: Array(client.room.utf8)) else { return }
        fail(.once, in: name, "\(missing) of \(client) never came, and nobody was told")
    }
}
