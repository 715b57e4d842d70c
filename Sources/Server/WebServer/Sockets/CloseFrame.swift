/// The rules of RFC 6455, sections 5.5.1 and 7.4, for the body of a close frame.
enum CloseFrame {
    static func isValid(_ body: some Collection<UInt8>) -> Bool {
        guard !body.isEmpty else { return true }
        guard body.count >= 2 else { return false }
        let code = body.prefix(2).reduce(0) { $0 << 8 | Int($1) }
        return isCode(code) && String(validating: body.dropFirst(2), as: UTF8.self) != nil
    }

    /// True for codes that a client may send: those of the standard, of the IANA registry and of applications.
    private static func isCode(_ code: Int) -> Bool {
        switch code {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}
