import CalculatorEngine

/// Actions as JSON: the member's name says which, its value what with.
extension Action {
    /// Nil for a member that is no action.
    static func read(_ value: JSONValue) throws(CodecError) -> Action? {
        switch value {
        case "press": return .press(try value.key())
        case "undo": return .undo(try Signature(JSONObject(value)))
        case "redo": return .redo(try Signature(JSONObject(value)))
        case "keypad": return .keypad(try value.keypad())
        case "recall": return .recall(try value.number(from: 1))
        case "name": return .name(try value.personName())
        case "hand": return .hand(isUp: try value.boolean())
        case "bill": return .bill(try BillStep(value))
        case "make": return .make(try Making(JSONObject(value)))
        case "enter": return .enter(try Entrance(JSONObject(value)))
        default: return try readRole(value)
        }
    }

    /// What hosts do, most of all.
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
        case "clearTape": return try value.yes(.clearTape)
        case "startOver": return try value.yes(.startOver)
        case "close": return try value.yes(.close)
        case "delete": return try value.yes(.delete)
        default: return nil
        }
    }
}

extension Signature {
    init(_ object: JSONObject) throws(CodecError) {
        author = try object.required("by").participant()
        pen = try object.optional("pen")?.smallNumber() ?? 0
        count = try object.required("n").number(from: 1)
    }
}

extension Making {
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
        replaces = try object.optional("replaces")?.number(from: 0)
    }
}
