import CalculatorEngine
import ExactNumbers
import SharedRoom

/// The state that a page saves for a later page of the room: the pens, the pending actions and the offers.
///
/// Two pages may restore the same state, for example if a tab is duplicated. Each therefore resends only the saved
/// actions, unchanged and with the saved pens, and uses a fresh pen for new ones.
extension Replica {
    private static let version: UInt8 = 2

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
        for action in pending { action.write(to: &writer, place(ofStep: action.content.step)) }
        writer.append(number: UInt64(offers.count))
        for offer in offers { offer.write(to: &writer) }
        return writer.bytes
    }

    private func place(ofStep step: Int64?) -> UInt64 {
        guard let step else { return 0 }
        return UInt64(pending.firstIndex { $0.id == step } ?? 0)
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
    /// Writes the pen and flags with the kind of the content, followed by a key, an encoded frame, or the index of a
    /// pending step and the keys to type after it.
    fileprivate func write(to writer: inout ByteWriter, _ place: UInt64) {
        writer.append(number: pen)
        let flags: UInt8 = isUnsure ? 8 : 0
        switch content {
        case .action(.plain(.press(let key))):
            writer.append(flags)
            writer.append(key.code)
        case .action(let action):
            writer.append(flags | 1)
            writer.append(counted: ClientMessage.act(first: 1, [action]).encoded)
        case .undo:
            writer.append(flags | 2)
            writer.append(number: place)
        case .redo:
            writer.append(flags | 3)
            writer.append(number: place)
        case .type(let keys, _):
            writer.append(flags | 4)
            writer.append(number: place)
            var codes: [UInt8] = []
            for key in keys { codes.append(key.code) }
            writer.append(counted: codes)
        }
    }

    fileprivate init(from reader: inout ByteReader, at index: Int) throws(BinaryDecodingError) {
        pen = try reader.number(upTo: .max)
        let flags = try reader.byte()
        guard flags < 16 else { throw .invalid }
        id = Int64(index)
        isUnsure = flags & 8 != 0
        switch flags & 7 {
        case 0: content = .action(.plain(.press(try Key(savedAs: reader.byte()))))
        case 1: content = .action(try ClientAction(from: &reader))
        case 2: content = .undo(step: try Self.step(from: &reader, before: index))
        case 3: content = .redo(step: try Self.step(from: &reader, before: index))
        case 4:
            let step = try Self.step(from: &reader, before: index)
            var keys: [Key] = []
            for code in try reader.counted(upTo: RoomLimits.typedKeysMax) {
                keys.append(try Key(savedAs: code))
            }
            content = .type(keys, after: step)
        default: throw .invalid
        }
    }

    /// A step precedes the action that undoes or redoes it.
    private static func step(
        from reader: inout ByteReader, before index: Int
    ) throws(BinaryDecodingError) -> Int64 {
        let step = Int64(try reader.number(upTo: UInt64(ClientLimits.pendingMax)))
        guard step < Int64(index) else { throw .invalid }
        return step
    }
}

extension Offer {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.append(isUnsure ? 1 : 0)
        writer.append(counted: result)
        writer.append(number: UInt64(actions.count))
        for action in actions {
            PendingAction(id: 0, content: .action(action)).write(to: &writer, 0)
        }
    }

    fileprivate init(from reader: inout ByteReader) throws(BinaryDecodingError) {
        isUnsure = try reader.byte() == 1
        result = try reader.counted(upTo: EngineLimits.numberBytesMax)
        var actions: [ClientAction] = []
        for _ in 0..<(try reader.count(upTo: ClientLimits.pendingMax)) {
            guard case .action(let action) = try PendingAction(from: &reader, at: 0).content else {
                throw .invalid
            }
            actions.append(action)
        }
        self.actions = actions
    }
}

extension Key {
    fileprivate init(savedAs code: UInt8) throws(BinaryDecodingError) {
        guard let key = Key(code: code) else { throw .invalid }
        self = key
    }
}

extension ClientAction {
    fileprivate init(from reader: inout ByteReader) throws(BinaryDecodingError) {
        let frame = try reader.counted(upTo: ServiceLimits().frameBytesMax)
        guard let action = try? ClientAction.decode(frame) else { throw .invalid }
        self = action
    }
}
