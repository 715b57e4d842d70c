import CalculatorEngine
import ExactNumbers
import SharedRoom

/// The state that a page saves for a later page of the room: the pens, the pending actions and the offers.
///
/// Two pages may restore the same state, for example if a tab is duplicated. Each therefore resends only the saved
/// actions, unchanged and with the saved pens, and uses a fresh pen for new ones.
extension Replica {
    private static let version: UInt8 = 3

    /// Empty if there is nothing to restore.
    public var saved: [UInt8] {
        guard !pending.isEmpty || !offers.isEmpty || wasReloaded else { return [] }
        var writer = ByteWriter(capacity: 64 + 2 * pending.count)
        writer.append(Self.version)
        writer.append(wasReloaded ? 1 : 0)
        writer.append(counted: pen.name.bytes)
        writer.append(number: pen.word)
        writer.append(number: pen.number.map { UInt64($0) + 1 } ?? 0)
        writer.append(number: UInt64(you ?? 0))
        writer.append(number: UInt64(pen.lastDecided))
        writer.append(number: UInt64(pen.everSentCount))
        writer.append(number: UInt64(origin))
        writer.append(number: UInt64(pending.count))
        for action in pending { action.write(to: &writer, place(ofStep: action.step)) }
        writer.append(number: UInt64(offers.count))
        for offer in offers { offer.write(to: &writer) }
        return writer.bytes
    }

    /// From 1; 0 for none.
    private func place(ofStep step: Int64?) -> UInt64 {
        guard let step, let index = pending.firstIndex(where: { $0.id == step }) else { return 0 }
        return UInt64(index) + 1
    }

    /// Nil if the bytes are not a saved state; the page then starts without one.
    public convenience init?(
        saved: [UInt8], _ joinTemplate: Join, randomWord: @escaping () -> UInt64
    ) {
        guard let restored = try? SavedState(saved) else { return nil }
        self.init(joinTemplate, pen: restored.pen.name, randomWord: randomWord)
        pen = restored.pen
        ownWord = randomWord()
        origin = restored.origin
        you = restored.you
        pending = restored.pending
        wasRestored = !pending.isEmpty
        offers = restored.offers
        nextID = Int64(pending.count)
        wasReloaded = restored.wasReloaded
        if settlingCount == 0 { takeNextPen(at: 0) }
        rebuild()
    }

    private struct SavedState {
        let wasReloaded: Bool
        var pen: OwnPen
        let you: UInt32?
        let origin: Int64
        var pending: [PendingAction] = []
        var offers: [Offer] = []

        init(_ bytes: [UInt8]) throws(BinaryDecodingError) {
            var reader = ByteReader(bytes[...])
            guard try reader.byte() == Replica.version else { throw .invalid }
            wasReloaded = try reader.byte() == 1
            guard let name = Secret(try reader.counted(upTo: Secret.bytesMax)) else {
                throw .invalid
            }
            pen = OwnPen(name: name)
            pen.word = try reader.number(upTo: .max)
            let number = try reader.number32()
            pen.number = number == 0 ? nil : number - 1
            let you = try reader.number32()
            self.you = you == 0 ? nil : you
            pen.lastDecided = try reader.count64()
            let most = ClientLimits.pendingMax
            pen.everSentCount = Int(try reader.number(upTo: UInt64(most)))
            origin = try reader.count64()
            let count = try reader.count(upTo: most)
            for index in 0..<count { pending.append(try PendingAction(from: &reader, at: index)) }
            for _ in 0..<(try reader.count(upTo: ClientLimits.offersMax)) {
                offers.append(try Offer(from: &reader))
            }
            guard reader.isAtEnd, pen.everSentCount <= count else { throw .invalid }
        }
    }
}

extension PendingAction {
    /// Writes the pen, the place of the pending step (from 1; 0 for none), flags, and a key or an encoded frame.
    fileprivate func write(to writer: inout ByteWriter, _ place: UInt64) {
        writer.append(number: pen)
        writer.append(number: place)
        let flags: UInt8 = isUnsure ? 2 : 0
        if case .plain(.press(let key)) = action {
            writer.append(flags)
            writer.append(key.code)
        } else {
            writer.append(flags | 1)
            writer.append(counted: ClientMessage.act(first: 1, [action]).encoded)
        }
    }

    fileprivate init(from reader: inout ByteReader, at index: Int) throws(BinaryDecodingError) {
        id = Int64(index)
        pen = try reader.number(upTo: .max)
        // A step precedes the action that refers to it.
        let place = Int64(try reader.number(upTo: UInt64(index)))
        step = place == 0 ? nil : place - 1
        let flags = try reader.byte()
        isUnsure = flags & 2 != 0
        switch flags & ~2 {
        case 0:
            guard let key = Key(code: try reader.byte()) else { throw .invalid }
            action = .plain(.press(key))
        case 1:
            let frame = try reader.counted(upTo: WireLimits.frameBytesMax)
            guard let action = try? ClientAction.decode(frame) else { throw .invalid }
            self.action = action
        default: throw .invalid
        }
        if step != nil, action.step == nil { throw .invalid }
    }
}

extension Offer {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.append(isUnsure ? 1 : 0)
        writer.append(counted: result)
        writer.append(number: UInt64(actions.count))
        for action in actions {
            PendingAction(id: 0, action: action).write(to: &writer, 0)
        }
    }

    fileprivate init(from reader: inout ByteReader) throws(BinaryDecodingError) {
        isUnsure = try reader.byte() == 1
        result = try reader.counted(upTo: EngineLimits.numberBytesMax)
        var actions: [ClientAction] = []
        for _ in 0..<(try reader.count(upTo: ClientLimits.pendingMax)) {
            actions.append(try PendingAction(from: &reader, at: 0).action)
        }
        self.actions = actions
    }
}
