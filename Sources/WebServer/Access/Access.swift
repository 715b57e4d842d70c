import Glibc

/// Who may speak to this server: those who reach it under a name of its own, and pages that come from
/// it. A page of somebody else's, or a name of somebody else's that leads here, could use the
/// browser of whoever looks at it.
struct Access: Sendable {
    private let names: [String]
    private let origins: [Authority]
    private let scheme: String
    private let defaultPort: String

    init(_ configuration: ServerConfiguration) {
        let own = configuration.publicURL.flatMap(Authority.init(ofAddress:))
        (scheme, defaultPort) = (configuration.scheme, configuration.defaultPort)
        var names = ["localhost"]
        if let machine = Self.machineName { names += [machine, "\(machine).local"] }
        if let own { names.append(own.host) }
        self.names = names
        origins =
            configuration.origins.compactMap(Authority.init(ofAddress:)) + [own].compactMap { $0 }
    }

    /// What is wrong with the `Host` of a request, nil if nothing is.
    func refusal(ofHost header: String?) -> Refusal? {
        guard let header, let authority = Authority(header, defaultPort: defaultPort)
        else {
            return Refusal(.badRequest, "A request needs a Host.", kind: nil)
        }
        guard !authority.isAddress, !names.contains(authority.host) else { return nil }
        return Refusal(
            .forbidden, "This server is not known under the name that was asked for.",
            kind: .foreignHost, "--public-url \(scheme)://\(header) would allow it")
    }

    /// What is wrong with the page that opens a WebSocket. What is no page says no `Origin`.
    func refusal(ofOrigin origin: String?, host: String?) -> Refusal? {
        guard let origin else { return nil }
        if let host, Authority.isSame(origin: origin, host: host) { return nil }
        if let authority = Authority(ofOrigin: origin), origins.contains(authority) { return nil }
        return Refusal(
            .forbidden, "Pages of other servers may not open rooms of this one.",
            kind: .foreignOrigin, "--origin \(origin) would allow it")
    }

    private static var machineName: String? {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return nil }
        let bytes = name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
        let text = String(decoding: bytes, as: UTF8.self).lowercased()
        return text.isEmpty ? nil : text
    }
}

/// Why a request is not answered, for whoever asked and for the log.
struct Refusal {
    let response: Response
    let kind: LogKind?
    let detail: String

    init(_ status: Response.Status, _ sentence: String, kind: LogKind?, _ detail: String = "") {
        response = .sentence(status, sentence)
        self.kind = kind
        self.detail = detail
    }
}
