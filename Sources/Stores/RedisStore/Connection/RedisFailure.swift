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
        let error = ERR_peek_error()
        if verdict != Int(X509_V_OK) {
            message = Self.message(ofVerdict: verdict)
        } else if let text = ERR_reason_error_string(error) {
            message = Self.message(ofReason: ERR_GET_REASON(error), String(cString: text))
        } else {
            self = .closed
        }
    }

    private static func message(ofVerdict verdict: Int) -> String {
        let text = String(cString: X509_verify_cert_error_string(verdict))
        return switch Int32(verdict) {
        case X509_V_ERR_CERT_HAS_EXPIRED: "its certificate has expired; renew it"
        case X509_V_ERR_CERT_NOT_YET_VALID:
            "its certificate is not valid yet; check the clocks of both computers"
        case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH:
            "its certificate is for another name; use a name of the certificate in --data, or "
                + "a certificate with the name in --data"
        case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT, X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN,
            X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
            X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
            "its certificate is not signed by a trusted authority (\(text)); give the authority "
                + "with --redis-ca"
        default: "its certificate is invalid: \(text)"
        }
    }

    private static func message(ofReason reason: Int32, _ text: String) -> String {
        switch reason {
        case SSL_R_WRONG_VERSION_NUMBER:
            "it does not speak TLS on this port; use the tls-port, or redis://"
        case SSL_R_TLSV13_ALERT_CERTIFICATE_REQUIRED:
            "it requires a certificate of the client; give one with --redis-cert and --redis-key"
        case SSL_R_SSLV3_ALERT_HANDSHAKE_FAILURE:
            "it refuses the TLS handshake; if it requires a certificate of the client, give one "
                + "with --redis-cert and --redis-key"
        case SSL_R_TLSV1_ALERT_UNKNOWN_CA, SSL_R_SSLV3_ALERT_BAD_CERTIFICATE,
            SSL_R_SSLV3_ALERT_CERTIFICATE_EXPIRED, SSL_R_SSLV3_ALERT_CERTIFICATE_REVOKED,
            SSL_R_SSLV3_ALERT_CERTIFICATE_UNKNOWN, SSL_R_SSLV3_ALERT_UNSUPPORTED_CERTIFICATE:
            "it rejects the certificate of --redis-cert (\(text)); use one that its "
                + "tls-ca-cert-file has signed"
        default: "TLS failed: \(text)"
        }
    }
}
