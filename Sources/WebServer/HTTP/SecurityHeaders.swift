/// What every answer tells a browser not to do.
enum SecurityHeaders {
    /// Scripts, styles and everything else come from this server, in files of their own; the only
    /// code that is made while running is WebAssembly.
    private static let contentPolicy = [
        "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'",
        "img-src 'self' data:", "connect-src 'self'", "manifest-src 'self'",
        "worker-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
    ].joined(separator: "; ")

    /// Only a page asks for parts. A part of it, a script say, comes with twenty others, and needs no
    /// more than that it would have if it ran by itself.
    private static let policyOfPart = "default-src 'self'; frame-ancestors 'none'"

    /// An answer without a kind says that what a browser has is still right, headers included.
    static func all(forKind kind: String?) -> [(String, String)] {
        let isPart = kind.map { !$0.hasPrefix("text/html") } ?? false
        let sniffing = ("X-Content-Type-Options", "nosniff")
        if isPart { return [("Content-Security-Policy", policyOfPart), sniffing] }
        return [
            ("Content-Security-Policy", contentPolicy), sniffing, ("X-Frame-Options", "DENY"),
            ("Referrer-Policy", "no-referrer"),
        ]
    }
}
