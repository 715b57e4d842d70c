import COpenSSL
import Glibc

/// The failure of a command or a connection, with a remedy if the settings may be wrong.
struct RedisFailure: Error, Equatable {
    let message: String
    /// True if a server of the cluster has executed nothing, because it does not have the slot or all of its keys.
    var isTemporary = false
    /// True if Redis has answered.
    var isReply = false

    func message(of host: RedisHost) -> String { "\(host.text): \(message)" }
}

extension RedisFailure {
    /// An error reply of Redis.
    init(reply: String) {
        let remedy = Self.remedies.first { reply.contains($0.error) }?.remedy
        // Some errors are sentences.
        let error = reply.hasSuffix(".") ? String(reply.dropLast()) : reply
        message = error + (remedy.map { "; \($0)" } ?? "")
        isTemporary = Self.ofOtherServers.contains(where: reply.hasPrefix)
        isReply = true
    }

    /// The errors of a server of a cluster that does not have a slot, or not all of its keys.
    static let ofOtherServers = ["MOVED", "ASK", "TRYAGAIN", "CLUSTERDOWN"]

    private static let remedies: [(error: String, remedy: String)] = [
        ("WRONGPASS", "check the user in --data and the password"),
        ("NOAUTH", "give the password with --redis-password-file"),
        ("unknown command 'SENTINEL'", "with --redis-primary, --data names sentinels, not Redis"),
        ("without any password configured", "name the user in --data, or give no password"),
        ("NOPERM", rule), ("ACL failure", rule), ("user executing the script can't", rule),
    ]

    private static let rule = "give the user the rights that docs/operations.md lists"
}

/// The socket.
extension RedisFailure {
    init(errno: Int32) { self.init(message: String(cString: strerror(errno))) }

    static let silent = RedisFailure(message: "it does not answer")
    static let closed = RedisFailure(message: "it has closed the connection")
    static let tooLong = RedisFailure(message: "it sends a reply that is too long")

    /// Redis without TLS has closed the connection before its first reply, as a TLS server does.
    static let closedUnanswered = RedisFailure(
        message: "it closes the connection without an answer; if it expects TLS, use rediss://")
}

/// TLS.
extension RedisFailure {
    static func unreadable(_ file: String, _ remedy: String) -> RedisFailure {
        RedisFailure(message: "cannot read \(file); \(remedy)")
    }

    static let noMemory = RedisFailure(message: "no memory for TLS")
    static let noHandshake = RedisFailure(
        message: "it does not answer the TLS handshake; if this port is one without TLS, "
            + "use the tls-port, or redis://")

    /// The failure of the last operation of OpenSSL.
    ///
    /// - Parameter verdict: The result of the check of the server's certificate.
    init(verdict: Int) {
        if verdict != Int(X509_V_OK) {
            let text = String(cString: X509_verify_cert_error_string(verdict))
            message =
                "its certificate is not accepted: \(text); check the host in --data and "
                + "--redis-ca"
        } else if let text = ERR_reason_error_string(ERR_peek_error()) {
            message =
                "TLS failed: \(String(cString: text)); check that the port has TLS, "
                + "--redis-cert and --redis-key"
        } else {
            self = .closed
        }
    }
}
