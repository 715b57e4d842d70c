import CalculatorEngine

/// What is wrong with a frame, and what would be right.
///
/// It lies behind one pointer, since every call of the codec has a way on which an error passes.
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

    /// The name of the member that is meant; empty when it is the frame as a whole.
    public var member: [UInt8] {
        switch report {
        case .report(_, let member): member
        }
    }

    public enum Problem: Equatable, Sendable {
        case tooLong(bytesMax: Int)
        case tooDeep
        case tooManyMembers
        /// Here it stops being JSON, counted in bytes from 0.
        case notJSON(place: Int)

        case missing
        case twice
        /// Another message, or another action, stands in the same object.
        case notAlone
        /// An action is wanted here, and none is known.
        case noAction
        /// Only a server writes this.
        case notForClients
        /// It is something else than this, or out of its range.
        case mustBe(Form)
    }

    /// What a member's value must be.
    public enum Form: Equatable, Sendable {
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
        case keypad
        case personName
        case secret(bytesMin: Int)
        case amount
        case decimals
        case basis
        case tipBase
        /// An object with one known member.
        case oneStep
        /// A welcome with a snapshot or with events.
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
