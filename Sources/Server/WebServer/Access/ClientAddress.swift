/// The address of a client, for rate limits. An IPv6 client usually has a whole /64 network, so all
/// addresses of the network count as one.
struct ClientAddress: Hashable, Sendable {
    let text: String
    /// A hash of the address; two addresses rarely have the same.
    var number: UInt64 { UInt64(bitPattern: Int64(hashValue)) }

    init(_ address: SocketAddress) {
        text = Self.network(of: address.text)
    }

    /// The last address in the header, which the trusted proxy has added itself.
    init?(forwarded header: String) {
        let last = header.split(separator: ",").last.map { $0.filter { $0 != " " } } ?? ""
        guard let address = SocketAddress(text: last) else { return nil }
        self.init(address)
    }

    private static func network(of text: String) -> String {
        guard text.contains(":") else { return text }
        let parts = text.prefix { $0 != "%" }.split(
            separator: ":", omittingEmptySubsequences: false)
        guard let gap = parts.firstIndex(of: ""), gap < 4 else {
            return parts.prefix(4).joined(separator: ":") + "::"
        }
        let zeros = Array(repeating: Substring("0"), count: max(0, 9 - parts.count))
        let whole = parts[..<gap] + zeros + parts[(gap + 1)...]
        return whole.prefix(4).map { $0.isEmpty ? "0" : $0 }.joined(separator: ":") + "::"
    }
}
