import CommandLineKit

/// The options of `calcroom serve`.
enum ServeOption {
    static let host = CommandOption(
        name: "host", value: "ADDRESS",
        summary: "the address to listen on (default all, IPv4 and IPv6)")
    static let port = CommandOption(
        name: "port", value: "N", summary: "the port; 0 selects a free port (default 8080)")
    static let data = CommandOption(
        name: "data", value: "FILE|URL|:memory:",
        summary:
            "where to store rooms: a file in an existing folder (default \(DataLocation.defaultPath)), \(StoreLocation.redisForm), or memory only"
    )
    static let durability = CommandOption(
        name: "durability", value: "full|os|none",
        summary:
            "what a power cut may do: lose no confirmed key (full, the default), lose the last seconds (os), or damage the file (none)"
    )
    static let keepDays = CommandOption(
        name: "keep-days", value: "N|always",
        summary: "the days to keep rooms that nobody visits (default 30)")
    static let historyEvents = CommandOption(
        name: "history-events", value: "N",
        summary: "the events of a room to keep for replays (default 200000, with Redis 20000)")
    static let loops = CommandOption(
        name: "loops", value: "N",
        summary: "the number of event loops (default one per core, at most 8)")
    static let origin = CommandOption(
        name: "origin", value: "URL,…",
        summary: "origins of other pages that may connect to rooms")
    static let embedIn = CommandOption(
        name: "embed-in", value: "ORIGIN",
        summary: "an origin whose pages may show rooms in frames; can be repeated",
        isRepeatable: true)
    static let publicURL = CommandOption(
        name: "public-url", value: "URL",
        summary: "the URL under which users reach this server")
    static let trustProxy = CommandOption(
        name: "trust-proxy", value: nil,
        summary: "reads client addresses from the last X-Forwarded-For header")
    static let certificate = CommandOption(
        name: "tls-cert", value: "FILE", summary: "the certificate for HTTPS (PEM)")
    static let key = CommandOption(
        name: "tls-key", value: "FILE", summary: "the private key of the certificate (PEM)")
    static let limits = CommandOption(
        name: "limits", value: "FILE|none",
        summary: "a file that overrides default limits; none lifts all limits")
    static let log = CommandOption(
        name: "log", value: "text|json", summary: "the format of the log (default text)")
    static let logAddresses = CommandOption(
        name: "log-addresses", value: nil, summary: "includes client addresses in the log")
    static let metrics = CommandOption(
        name: "metrics", value: "local|all|off",
        summary: "who may read /metrics: this machine (local, the default), everybody or nobody")
    static let staticFolder = CommandOption(
        name: "static", value: "FOLDER",
        summary: "the folder of the page (default: that of the installation or the checkout)")

    static let all =
        [host, port, data, durability, keepDays, historyEvents] + RedisOption.all + [
            RedisOption.replicas, loops, origin, embedIn, publicURL, trustProxy, certificate, key,
            limits, log, logAddresses, metrics, staticFolder,
        ]
}
