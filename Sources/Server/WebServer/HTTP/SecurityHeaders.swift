/// The headers of every response that restrict browsers.
enum SecurityHeaders {
    /// The policy of pages: scripts, styles and other files come from this server, nothing is inline, and only
    /// WebAssembly is compiled at run time.
    private static let contentPolicy = [
        "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'",
        "img-src 'self' data:", "connect-src 'self'", "manifest-src 'self'",
        "worker-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors ",
    ].joined(separator: "; ")

    /// The shorter policy of other files. It matters only if a browser opens the file outside a page.
    private static let filePolicy = "default-src 'self'; frame-ancestors 'none'"

    /// The headers for a content type.
    ///
    /// 304 Not Modified has no type. It has the headers of a page, because browsers replace the headers of the
    /// stored response with them.
    ///
    /// - Parameter origins: The origins whose pages may show this page in a frame. `X-Frame-Options` cannot name them,
    ///   and the older browsers that know only this header then allow any.
    static func all(
        forContentType type: String?, embeddableIn origins: [String]
    ) -> [(String, String)] {
        let isFile = type.map { !$0.hasPrefix("text/html") } ?? false
        let sniffing = ("X-Content-Type-Options", "nosniff")
        if isFile { return [("Content-Security-Policy", filePolicy), sniffing] }
        let ancestors = origins.isEmpty ? "'none'" : origins.joined(separator: " ")
        let framing = origins.isEmpty ? [("X-Frame-Options", "DENY")] : []
        return [("Content-Security-Policy", contentPolicy + ancestors), sniffing] + framing
            + [("Referrer-Policy", "no-referrer")]
    }
}
