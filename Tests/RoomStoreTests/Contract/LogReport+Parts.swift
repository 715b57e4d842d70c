import SharedRoom

extension LogReport {
    /// The same report with ticket 0, for comparisons.
    var withoutTicket: LogReport {
        switch self {
        case .refused(let room, _, let failure): .refused(room, ticket: 0, failure)
        case .head(let room, _, let sequence): .head(room, ticket: 0, sequence: sequence)
        case .opened(let room, _, let opened): .opened(room, ticket: 0, opened)
        case .done(let room, _): .done(room, ticket: 0)
        case .events, .presence, .replaced, .forgotten, .failed: self
        }
    }
}

extension Sequence {
    func firstResult<Result>(_ result: (Element) -> Result?) -> Result? {
        for element in self {
            if let result = result(element) { return result }
        }
        return nil
    }
}
