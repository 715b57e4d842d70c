import CalculatorEngine

/// The error in a frame and the expected form.
///
/// The payload is indirect because every function of the codec can throw it: a large error would enlarge
/// them all.
public struct CodecError: Error, Equatable, Sendable {
    private let report: Report

    private indirect enum Report: Equatable, Sendable {
        case report(Problem, member: [UInt8])
    }

    public var problem: Problem {
        switch report {
        case .report(let problem, _): problem
        }
    }

    /// The name of the faulty member; empty for the frame as a whole.
    public var member: [UInt8] {
        switch report {
        case .report(_, let member): member
        }
    }

    public enum Problem: Equatable, Sendable {
        case tooLong(bytesMax: Int)
        case tooDeep
        case tooManyMembers
        /// The offset of the first byte that is not valid JSON.
        case notJSON(place: Int)

        case missing
        case twice
        /// The object has more than one message or action.
        case notAlone
        /// An action is required, and none is known.
        case noAction
        /// Only servers may write the member.
        case notForClients
        /// The value has another form or is out of range.
        case mustBe(Requirement)
    }

    /// The required form of a member's value.
    public enum Requirement: Equatable, Sendable {
        case object
        case list
        case string
        case boolean
        case yes
        case number(least: Int64, most: Int64)
        case hexadecimal(digits: Int)
        case base64
        case key
        case keys(most: Int)
        case typedKeys
        case keypad
        case line(charactersMax: Int)
        case secret(bytesMin: Int)
        case amount
        case decimals
        case basis
        case tipBase
        /// An object with exactly one known member.
        case oneStep
        /// A welcome with either a snapshot or events.
        case contents
    }

    @inline(never)
    init(_ problem: Problem, _ member: [UInt8] = []) {
        report = .report(problem, member: member)
    }

    @inline(never)
    init(_ problem: Problem, _ member: StaticString) {
        self.init(problem, member.bytes)
    }
}

/// Error messages, short enough for the reason of a WebSocket close frame.
extension CodecError {
    /// `"press" must be a known key or a list of 1 to 64 of them`
    public var text: [UInt8] {
        var text: [UInt8] = []
        if !member.isEmpty {
            text.append(UInt8(ascii: "\""))
            text += member
            text.append("\" ")
        }
        problem.write(to: &text)
        return text
    }
}

extension CodecError.Problem {
    fileprivate func write(to text: inout [UInt8]) {
        switch self {
        case .tooLong(let bytesMax):
            text.append("a frame must have at most ", bytesMax, " bytes")
        case .tooDeep:
            text.append("a frame must be nested at most ", WireLimits.depthMax, " deep")
        case .tooManyMembers:
            text.append("an object must have at most ", WireLimits.membersMax, " members")
        case .notJSON(let place):
            text.append("the frame is not one JSON object: error at byte ", place, "")
        case .missing: text.append("is missing")
        case .twice: text.append("must occur only once")
        case .notAlone: text.append("must be the only message or action in its object")
        case .noAction: text.append("needs a known action")
        case .notForClients: text.append("may only be sent by the server")
        case .mustBe(let requirement):
            text.append("must be ")
            requirement.write(to: &text)
        }
    }
}

extension CodecError.Requirement {
    fileprivate func write(to text: inout [UInt8]) {
        switch self {
        case .object: text.append("an object")
        case .list: text.append("a list")
        case .string: text.append("a string")
        case .boolean: text.append("true or false")
        case .yes: text.append("true")
        case .number(let least, let most):
            text.append("a whole number from ")
            text.append(decimal: least)
            text.append(" to ")
            text.append(decimal: most)
        case .hexadecimal(let digits): text.append("", digits, " lower-case hexadecimal digits")
        case .base64: text.append("base 64 with padding")
        case .key: text.append("a known key")
        case .keys(let most): text.append("a known key or a list of 1 to ", most, " of them")
        case .typedKeys:
            text.append("a list of at most ", RoomLimits.typedKeysMax, " known keys")
        case .keypad: text.append("the name of a keypad")
        case .line(let charactersMax):
            text.append("one line of at most ", charactersMax, " characters")
        case .secret(let bytesMin):
            text.append("", bytesMin, " to ")
            text.append("", Secret.bytesMax, " letters, digits, - and _")
        case .amount: text.append("an amount in a string, such as \"12.50\"")
        case .decimals: text.append("0, 2 or 3")
        case .basis: text.append("\"even\", \"amount\", \"percent\" or \"items\"")
        case .tipBase: text.append("\"pretax\" or \"total\"")
        case .oneStep: text.append("an object with one known step")
        case .contents: text.append("an object with either a snapshot or events")
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ before: StaticString, _ number: Int, _ after: StaticString) {
        append(before)
        append(decimal: Int64(number))
        append(after)
    }
}
