/// What every answer tells a browser not to do.
enum SecurityHeaders {
    /// Scripts, styles and everything else come from this server, in files of their own; the only
    /// code that is made while running is WebAssembly.
    private static let contentPolicy = [
        "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'",
        "img-src 'self' data:", "font-src 'self'", "connect-src 'self'", "manifest-src 'self'",
        "worker-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
    ].joined(separator: "; ")

    static let all = [
        ("Content-Security-Policy", contentPolicy),
        ("X-Content-Type-Options", "nosniff"),
        ("X-Frame-Options", "DENY"),
        ("Referrer-Policy", "no-referrer"),
    ]
}
