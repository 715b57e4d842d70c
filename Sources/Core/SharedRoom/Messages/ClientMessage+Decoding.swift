import CalculatorEngine

extension ClientMessage {
    /// Decodes a frame; nil if it has a message that only newer clients know.
    ///
    /// The size is checked first, so that an oversized frame costs nothing.
    public static func decode(_ frame: [UInt8]) throws(CodecError) -> ClientMessage? {
        guard frame.count <= WireLimits.frameBytesMax else {
            throw CodecError(.tooLong(bytesMax: WireLimits.frameBytesMax))
        }
        let object = try JSONObject(frame: frame)
        let message = try object.onlyKnownMember { (value) throws(CodecError) in
            try read(value, in: object)
        }
        if case .act = message { return message }
        // An action number must not be ignored together with an unknown action.
        guard try object.optional("n") == nil else { throw CodecError(.noAction, "n") }
        return message
    }

    private static func read(
        _ value: JSONValue, in object: JSONObject
    ) throws(CodecError) -> ClientMessage? {
        switch value {
        case "press":
            return try .presses(value.keys(most: WireLimits.keysPerFrameMax), object)
        // The action's own case reads its number.
        case "n": return nil
        case "join": return .join(try Join(JSONObject(value)))
        case "alive": return .alive(try value.number(from: 0))
        case "hash":
            let check = try JSONObject(value)
            return .mismatch(
                sequence: try check.required("seq").number(from: 0),
                hash: try check.required("is").hash())
        default:
            guard let action = try ClientAction.read(value) else { return nil }
            return .act(first: try object.required("n").number(from: 1), [action])
        }
    }

    private static func presses(
        _ keys: [Key], _ object: JSONObject
    ) throws(CodecError) -> ClientMessage {
        // The numbers of all keys, including the last, must be in range.
        let most = RoomLimits.numberMax - Int64(keys.count - 1)
        var actions: [ClientAction] = []
        actions.reserveCapacity(keys.count)
        for key in keys { actions.append(.plain(.press(key))) }
        return .act(first: try object.required("n").number(1, most), actions)
    }
}

extension ClientAction {
    /// Decodes one action without an action number: `{"keypad":"tip"}`. A number is ignored.
    public static func decode(_ frame: [UInt8]) throws(CodecError) -> ClientAction {
        let action = try JSONObject(frame: frame).onlyKnownMember { (value) throws(CodecError) in
            try read(value)
        }
        guard let action else { throw CodecError(.noAction) }
        return action
    }

    fileprivate static func read(_ value: JSONValue) throws(CodecError) -> ClientAction? {
        switch value {
        case "make", "enter": throw value.error(.notForClients)
        case "hostLink" where !value.isNull: return .hostLink(try value.secret())
        case "useLink": return .useLink(try value.secret())
        default:
            guard let action = try Action.read(value) else { return nil }
            return .plain(action)
        }
    }
}

extension Join {
    /// Decodes a frame that must contain a join.
    public static func decode(_ frame: [UInt8]) throws(CodecError) -> Join {
        try Join(JSONObject(JSONObject(frame: frame).required("join")))
    }

    fileprivate init(_ object: JSONObject) throws(CodecError) {
        self.init(secret: try object.required("secret").secret())
        pen = try object.optional("pen")?.secret(Secret.bytesMin)
        name = try object.optional("name")?.personName() ?? .none
        if let value = try object.optional("since") { since = try Position(JSONObject(value)) }
        if let value = try object.optional("make") { make = try MakeOptions(JSONObject(value)) }
        isWatching = try object.optional("watch")?.boolean() ?? false
        read = try object.optional("read")?.fingerprint()
        wantsViews = try object.optional("views")?.boolean() ?? false
    }
}

extension Join.Position {
    fileprivate init(_ object: JSONObject) throws(CodecError) {
        epoch = try object.required("epoch").hash()
        sequence = try object.required("seq").number(from: 0)
        hash = try object.optional("hash")?.hash()
    }
}

extension Join.MakeOptions {
    fileprivate init(_ object: JSONObject) throws(CodecError) {
        keypad = try object.required("keypad").keypad()
        isLocked = try object.optional("lock")?.boolean() ?? false
    }
}
