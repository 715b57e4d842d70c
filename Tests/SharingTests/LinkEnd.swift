import SharedRoom

/// Whoever sits at the far end of a link: a client, or somebody of whom nobody knows what they say.
protocol LinkEnd: AnyObject {
    /// What is on its way to them.
    var arriving: [[UInt8]] { get set }
    func isClosed(by reason: CloseReason, text: [UInt8])
}

extension ClientHost: LinkEnd {
    func isClosed(by reason: CloseReason, text: [UInt8]) { isClosed(by: reason) }
}
