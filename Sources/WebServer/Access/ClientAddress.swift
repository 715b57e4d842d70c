/// Where somebody comes from. Whoever has an address of IPv6 has a whole network of them, so they
/// count as one.
struct ClientAddress: Hashable, Sendable {
    let text: String
    /// Another one for every other address, as far as chance goes.
    var number: UInt64 { UInt64(bitPattern: Int64(hashValue)) }

    init(_ address: SocketAddress) {
        text = Self.network(of: address.text)
    }

    /// The last of those that a proxy says: it has written that one itself.
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
