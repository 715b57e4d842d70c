import Glibc
import RoomServer

/// Checks the `Host` and `Origin` headers of requests.
///
/// The server answers requests to its own names, and opens WebSockets for its own pages and for the
/// configured origins. Otherwise a foreign page, or a foreign domain that resolves to this server (DNS
/// rebinding), could act through the browser of a visitor.
struct AccessPolicy: Sendable {
    private let names: [String]
    private let origins: [Authority]
    private let scheme: String
    private let defaultPort: String

    init(_ configuration: ServerConfiguration) {
        let own = configuration.publicURL.flatMap(Authority.init(ofAddress:))
        // Proxies usually serve HTTPS.
        scheme = configuration.trustsProxy ? "https" : configuration.scheme
        defaultPort = configuration.defaultPort
        var names = ["localhost"]
        if let machine = Self.machineName { names += [machine, "\(machine).local"] }
        if let own { names.append(own.host) }
        self.names = names
        origins =
            configuration.origins.compactMap(Authority.init(ofAddress:)) + [own].compactMap { $0 }
    }

    /// The refusal of a request with this `Host`, nil if it is allowed.
    func refusal(ofHost header: String?) -> RequestRefusal? {
        guard let header, let authority = Authority(header, defaultPort: defaultPort)
        else {
            return RequestRefusal(.badRequest, "A request needs a Host.", kind: nil)
        }
        guard !authority.isAddress, !names.contains(authority.host) else { return nil }
        return RequestRefusal(
            .forbidden, "This server does not serve the host name of the request.",
            kind: .foreignHost, "--public-url \(scheme)://\(header) would allow it")
    }

    /// The refusal of a WebSocket from this origin, nil if it is allowed. Clients other than browsers send
    /// no `Origin`.
    func refusal(ofOrigin origin: String?, host: String?) -> RequestRefusal? {
        guard let origin else { return nil }
        if let host, Authority.isSame(origin: origin, host: host) { return nil }
        let authority = Authority(ofOrigin: origin)
        if let authority, origins.contains(authority) { return nil }
        // Operators copy the advice into a shell. An authority has no character with a meaning there.
        let advice = authority == nil ? "" : "--origin \(origin) would allow it"
        return RequestRefusal(
            .forbidden, "Pages of other servers may not open rooms of this server.",
            kind: .foreignOrigin, advice)
    }

    /// True if a page of another server, and not a person, caused the request. Browsers name the page in `Origin` or,
    /// over HTTPS, in `Sec-Fetch-Site`; pages that they load without either count as people.
    func isForeign(_ head: RequestHead) -> Bool {
        if refusal(ofOrigin: head["origin"], host: head.host) != nil { return true }
        return head["origin"] == nil && head["sec-fetch-site"] == "cross-site"
            && head["sec-fetch-dest"] != "document"
    }

    private static var machineName: String? {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return nil }
        let bytes = name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
        let text = String(decoding: bytes, as: UTF8.self).lowercased()
        return text.isEmpty ? nil : text
    }
}

/// A refused request: the response to the client, and the message for the server log, if any.
struct RequestRefusal {
    private(set) var response: Response
    let kind: LogMessageKind?
    let detail: String

    init(
        _ status: Response.Status, _ sentence: String, kind: LogMessageKind?, _ detail: String = ""
    ) {
        response = .sentence(status, sentence)
        self.kind = kind
        self.detail = detail
    }

    /// The refusal of a request from an address that has reached this limit.
    init(because reached: ReachedLimit) {
        // Whole seconds, rounded up.
        let retry = reached.retry.map { "\(($0 + 999) / 1_000)" }
        let advice = retry.map { "Try again in \($0) s." } ?? "Try again later."
        self.init(
            .tooManyRequests, "The limit \(reached.limit) has been reached. \(advice)",
            kind: .limit, reached.limit.name)
        if let retry { response.headers.append(("Retry-After", retry)) }
    }
}
