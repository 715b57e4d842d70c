/// The headers of every response that restrict browsers.
enum SecurityHeaders {
    /// The policy of pages: scripts, styles and other files come from this server, nothing is inline, and only
    /// WebAssembly is compiled at run time.
    private static let contentPolicy = [
        "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'",
        "img-src 'self' data:", "connect-src 'self'", "manifest-src 'self'",
        "worker-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
    ].joined(separator: "; ")

    /// The shorter policy of other files. It only matters if a browser shows the file by itself.
    private static let partPolicy = "default-src 'self'; frame-ancestors 'none'"

    /// The headers for a content type. A response without a type, 304 Not Modified, has those of a page, because
    /// browsers replace the stored headers with its headers.
    static func all(forKind kind: String?) -> [(String, String)] {
        let isPart = kind.map { !$0.hasPrefix("text/html") } ?? false
        let sniffing = ("X-Content-Type-Options", "nosniff")
        if isPart { return [("Content-Security-Policy", partPolicy), sniffing] }
        return [
            ("Content-Security-Policy", contentPolicy), sniffing, ("X-Frame-Options", "DENY"),
            ("Referrer-Policy", "no-referrer"),
        ]
    }
}
