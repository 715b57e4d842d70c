import CommandLineKit

/// The options of `calcroom serve`.
enum ServeOption {
    static let host = CommandOption(
        name: "host", value: "ADDRESS",
        summary: "the address to listen on (default all, IPv4 and IPv6)")
    static let port = CommandOption(
        name: "port", value: "N", summary: "the port; 0 is any that is free (default 8080)")
    static let data = CommandOption(
        name: "data", value: "FILE|URL|:memory:",
        summary:
            "where to keep rooms (default \(KeptFile.usual)): a file in an existing folder, redis://USER:PASSWORD@HOST:PORT/DB, or only memory"
    )
    static let durability = CommandOption(
        name: "durability", value: "full|os|none",
        summary:
            "what a key survives once it was shown: a power cut (default), the end of the process, or less"
    )
    static let keepDays = CommandOption(
        name: "keep-days", value: "N|always",
        summary: "how long to keep rooms that nobody visits (default 30)")
    static let loops = CommandOption(
        name: "loops", value: "N",
        summary: "event loops (default one for each core, at most 8)")
    static let origin = CommandOption(
        name: "origin", value: "URL,…",
        summary: "other servers whose pages may open rooms of this one")
    static let publicURL = CommandOption(
        name: "public-url", value: "URL",
        summary: "the address of this server for users, if it differs")
    static let trustProxy = CommandOption(
        name: "trust-proxy", value: nil,
        summary: "takes client addresses from the last X-Forwarded-For")
    static let certificate = CommandOption(
        name: "tls-cert", value: "FILE", summary: "serves HTTPS with this certificate (PEM)")
    static let key = CommandOption(
        name: "tls-key", value: "FILE", summary: "the certificate's private key (PEM)")
    static let limits = CommandOption(
        name: "limits", value: "FILE|none",
        summary: "a file of limits that replace the defaults, or none")
    static let log = CommandOption(
        name: "log", value: "text|json", summary: "the form of the log's lines (default text)")
    static let logAddresses = CommandOption(
        name: "log-addresses", value: nil, summary: "writes client addresses into the log")
    static let metrics = CommandOption(
        name: "metrics", value: "local|all|off",
        summary: "who may read /metrics: this machine (default), everybody, or nobody")
    static let staticFolder = CommandOption(
        name: "static", value: "FOLDER",
        summary:
            "the folder of the page (default: the installed page, or the page of the checkout)"
    )

    static let all = [
        host, port, data, durability, keepDays, loops, origin, publicURL, trustProxy, certificate,
        key, limits, log, logAddresses, metrics, staticFolder,
    ]
}

extension CommandOption {
    /// `CALCROOM_PUBLIC_URL`
    var variable: String {
        "CALCROOM_" + name.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
    }
}
