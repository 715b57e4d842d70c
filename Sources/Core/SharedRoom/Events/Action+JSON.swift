import CalculatorEngine

/// Actions as JSON. The name of the member names the action; its value holds the arguments.
extension Action {
    /// Decodes the action of a member; nil for any other member.
    static func read(_ value: JSONValue) throws(CodecError) -> Action? {
        switch value {
        case "press": return .press(try value.key())
        case "undo": return .undo(try Signature(JSONObject(value)))
        case "redo": return .redo(try Signature(JSONObject(value)))
        case "keypad": return .keypad(try value.keypad())
        case "recall": return .recall(try value.number(from: 1))
        case "type": return .type(try Typing(JSONObject(value)))
        case "name": return .name(try value.personName())
        case "hand": return .hand(isUp: try value.boolean())
        case "bill": return try readBill(value)
        case "answer": return .answer(try Answering(JSONObject(value)))
        case "make": return .make(try RoomSetup(JSONObject(value)))
        case "enter": return .enter(try Entrance(JSONObject(value)))
        default: return try readRole(value)
        }
    }

    /// Decodes the actions that mostly belong to hosts.
    private static func readRole(_ value: JSONValue) throws(CodecError) -> Action? {
        switch value {
        case "lock": return .lock(try value.boolean())
        case "door": return .door(isOpen: try value.boolean())
        case "spectators": return .spectators(areAdmitted: try value.boolean())
        case "names": return .names(areHeld: try value.boolean())
        case "show": return .show(try value.number(from: 1))
        case "grant": return .grant(try value.participant())
        case "revoke": return .revoke(try value.participant())
        case "host": return .host(try value.participant())
        case "hostLink": return .hostLink(value.isNull ? nil : try value.fingerprint())
        case "useLink": return .useLink(try value.fingerprint())
        case "remove": return .remove(try value.participant())
        case "removeAndRewind":
            let object = try JSONObject(value)
            return .removeAndRewind(
                try object.required("who").participant(),
                since: try object.required("since").number(from: 1))
        case "clearTape": return try value.requireTrue(for: .clearTape)
        case "restoreTape": return try value.requireTrue(for: .restoreTape)
        case "startOver": return try value.requireTrue(for: .startOver)
        case "close": return try value.requireTrue(for: .close)
        case "open": return try value.requireTrue(for: .open)
        case "delete": return try value.requireTrue(for: .delete)
        case "ask": return .ask(try Asking(JSONObject(value)))
        case "closeQuestion": return .closeQuestion(try value.number(from: 1))
        case "reveal":
            let object = try JSONObject(value)
            return .reveal(
                try object.question(), names: try object.optional("names")?.boolean() ?? false)
        case "endQuestion": return .endQuestion(try value.number(from: 1))
        case "showAnswer":
            let object = try JSONObject(value)
            return .showAnswer(
                try object.question(), of: try object.required("who").participant())
        default: return nil
        }
    }
}

extension JSONObject {
    /// The event that asked the question.
    fileprivate func question() throws(CodecError) -> Int64 {
        try required("question").number(from: 1)
    }
}

extension Asking {
    fileprivate init(_ object: JSONObject) throws(CodecError) {
        text = try object.optional("text")?.questionText() ?? .none
        keypad = try object.required("keypad").keypad()
    }
}

extension Answering {
    fileprivate init(_ object: JSONObject) throws(CodecError) {
        question = try object.question()
        keys = try object.required("keys").keys(most: RoomLimits.answerKeysMax)
    }
}

extension Signature {
    init(_ object: JSONObject) throws(CodecError) {
        author = try object.required("by").participant()
        pen = try object.optional("pen")?.smallNumber() ?? 0
        number = try object.required("n").number(from: 1)
    }
}

extension Typing {
    fileprivate init(_ object: JSONObject) throws(CodecError) {
        keys = try object.required("keys").keyList(most: RoomLimits.typedKeysMax, or: .typedKeys)
        last = try object.optional("of").map { (value) throws(CodecError) in
            try Signature(JSONObject(value))
        }
    }
}

extension RoomSetup {
    fileprivate init(_ object: JSONObject) throws(CodecError) {
        keypad = try object.required("keypad").keypad()
        isLocked = try object.optional("lock")?.boolean() ?? false
        salt = try object.required("salt").fingerprint()
    }
}

extension Entrance {
    fileprivate init(_ object: JSONObject) throws(CodecError) {
        identity = try object.required("identity").fingerprint()
        pen = try object.required("pen").hash()
        name = try object.optional("name")?.personName() ?? .none
        replaces = try object.optional("replaces")?.number(from: 1) ?? 0
    }
}

extension Action {
    package func write(to writer: inout JSONWriter) {
        switch self {
        case .press(let key): writer.member("press", key.name)
        case .undo(let step): step.write(as: "undo", to: &writer)
        case .redo(let step): step.write(as: "redo", to: &writer)
        case .keypad(let keypad): writer.member("keypad", keypad.name)
        case .recall(let line): writer.member("recall", line)
        case .type(let typing): typing.write(to: &writer)
        case .name(let name): writer.member("name", name.bytes)
        case .hand(let isUp): writer.member("hand", isUp)
        case .lock(let isLocked): writer.member("lock", isLocked)
        case .door(let isOpen): writer.member("door", isOpen)
        case .spectators(let areAdmitted): writer.member("spectators", areAdmitted)
        case .names(let areHeld): writer.member("names", areHeld)
        case .show(let event): writer.member("show", event)
        case .grant(let participant): writer.member("grant", participant)
        case .revoke(let participant): writer.member("revoke", participant)
        case .host(let participant): writer.member("host", participant)
        case .hostLink(let print?): writer.member("hostLink", print)
        case .hostLink(nil): writer.memberNull("hostLink")
        case .useLink(let print): writer.member("useLink", print)
        case .remove(let participant): writer.member("remove", participant)
        case .removeAndRewind(let participant, let since):
            writer.beginObject("removeAndRewind")
            writer.member("who", participant)
            writer.member("since", since)
            writer.endObject()
        case .clearTape: writer.member("clearTape", true)
        case .restoreTape: writer.member("restoreTape", true)
        case .startOver: writer.member("startOver", true)
        case .close: writer.member("close", true)
        case .open: writer.member("open", true)
        case .delete: writer.member("delete", true)
        case .bill(let step, let bill): step.write(in: bill, to: &writer)
        case .ask(let asking): asking.write(to: &writer)
        case .answer(let answering): answering.write(to: &writer)
        case .closeQuestion(let question): writer.member("closeQuestion", question)
        case .reveal(let question, let names):
            writer.beginQuestion("reveal", question)
            if names { writer.member("names", true) }
            writer.endObject()
        case .endQuestion(let question): writer.member("endQuestion", question)
        case .showAnswer(let question, let participant):
            writer.beginQuestion("showAnswer", question)
            writer.member("who", participant)
            writer.endObject()
        case .make(let setup): setup.write(to: &writer)
        case .enter(let entrance): entrance.write(to: &writer)
        }
    }
}

extension Signature {
    package func write(as name: StaticString, to writer: inout JSONWriter) {
        writer.beginObject(name)
        write(to: &writer)
        writer.endObject()
    }

    package func write(to writer: inout JSONWriter) {
        writer.member("by", author)
        if pen != 0 { writer.member("pen", pen) }
        writer.member("n", number)
    }
}

extension JSONWriter {
    fileprivate mutating func beginQuestion(_ action: StaticString, _ question: Int64) {
        beginObject(action)
        member("question", question)
    }
}

extension Asking {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject("ask")
        if !text.bytes.isEmpty { writer.member("text", text.bytes) }
        writer.member("keypad", keypad.name)
        writer.endObject()
    }
}

extension Answering {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginQuestion("answer", question)
        writer.member("keys", keys)
        writer.endObject()
    }
}

extension Typing {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject("type")
        writer.member("keys", keys)
        last?.write(as: "of", to: &writer)
        writer.endObject()
    }
}

extension RoomSetup {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject("make")
        writer.member("keypad", keypad.name)
        if isLocked { writer.member("lock", true) }
        writer.member("salt", salt)
        writer.endObject()
    }
}

extension Entrance {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject("enter")
        writer.member("identity", identity)
        writer.member("pen", hash: pen)
        if !name.bytes.isEmpty { writer.member("name", name.bytes) }
        if replaces != 0 { writer.member("replaces", replaces) }
        writer.endObject()
    }
}
