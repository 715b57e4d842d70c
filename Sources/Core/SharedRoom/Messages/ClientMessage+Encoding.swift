import CalculatorEngine

extension ClientMessage {
    /// The message as a frame.
    public var encoded: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        write(to: &writer)
        writer.endObject()
        return writer.bytes
    }

    private func write(to writer: inout JSONWriter) {
        switch self {
        case .join(let join): join.write(to: &writer)
        case .act(let first, let actions):
            writer.member("n", first)
            writer.actions(actions)
        case .alive(let number): writer.member("alive", number)
        case .mismatch(let sequence, let hash):
            writer.beginObject("hash")
            writer.member("seq", sequence)
            writer.member("is", hash: hash)
            writer.endObject()
        }
    }
}

extension JSONWriter {
    fileprivate mutating func actions(_ actions: [ClientAction]) {
        if actions.count == 1 { return actions[0].write(to: &self) }
        beginList("press")
        for action in actions {
            guard case .plain(.press(let key)) = action else {
                preconditionFailure("only presses share a frame")
            }
            string(key.name)
        }
        endList()
    }
}

extension ClientAction {
    fileprivate func write(to writer: inout JSONWriter) {
        switch self {
        case .plain(let action): action.write(to: &writer)
        case .hostLink(let secret): writer.member("hostLink", secret.bytes)
        case .useLink(let secret): writer.member("useLink", secret.bytes)
        }
    }
}

extension Join {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject("join")
        writer.member("secret", secret.bytes)
        if let pen { writer.member("pen", pen.bytes) }
        if !name.bytes.isEmpty { writer.member("name", name.bytes) }
        since?.write(to: &writer)
        make?.write(to: &writer)
        if isWatching { writer.member("watch", true) }
        if let read { writer.member("read", read) }
        if wantsViews { writer.member("views", true) }
        writer.endObject()
    }
}

extension Join.Position {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject("since")
        writer.member("epoch", hash: epoch)
        writer.member("seq", sequence)
        if let hash { writer.member("hash", hash: hash) }
        writer.endObject()
    }
}

extension Join.MakeOptions {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject("make")
        writer.member("keypad", keypad.name)
        if isLocked { writer.member("lock", true) }
        writer.endObject()
    }
}
