import CommandLineKit
import Foundation
import RedisStore
import RoomStore

/// The options of a command whose `--data` may be a Redis.
enum RedisOption {
    static let primary = CommandOption(
        name: "redis-primary", value: "NAME",
        summary: "the name of the primary; --data then names its sentinels: redis://HOST:PORT,…")
    static let passwordFile = CommandOption(
        name: "redis-password-file", value: "FILE",
        summary: "a file that contains the password of Redis")
    static let authorities = CommandOption(
        name: "redis-ca", value: "FILE",
        summary: "the authorities that rediss:// trusts (PEM; default those of the system)")
    static let certificate = CommandOption(
        name: "redis-cert", value: "FILE",
        summary: "the certificate that rediss:// shows to Redis (PEM)")
    static let key = CommandOption(
        name: "redis-key", value: "FILE", summary: "the private key of --redis-cert (PEM)")

    /// Only for a server. Commands that change rooms do not wait for replicas.
    static let replicas = CommandOption(
        name: "redis-replicas", value: "N",
        summary: "the replicas that must have a key before others see it (default 0)")

    static let all = [primary, passwordFile, authorities, certificate, key]

    /// The only setting without an option: the list of processes shows command lines.
    static let passwordVariable = "CALCROOM_REDIS_PASSWORD"
}

extension StoreLocation {
    static let redisForm = "redis://USER:PASSWORD@HOST:PORT/DB (rediss:// with TLS)"

    /// The Redis that a text names, with its password and TLS files; nil if it names none.
    ///
    /// - Parameter option: The option that has the text.
    static func redisAddress(
        _ text: String, _ option: CommandOption, _ values: OptionValues
    ) throws(CommandError) -> RedisAddress? {
        let primary = values[RedisOption.primary].flatMap { $0.isEmpty ? nil : $0 }
        guard var address = RedisAddress(text, primary: primary) else { return nil }
        address.password = try password(of: address, option, values)
        if let user = address.user, address.password == nil {
            throw .usage(
                "Redis needs a password for the user \(user). "
                    + "Give it with --\(RedisOption.passwordFile.name) FILE.")
        }
        try addFiles(to: &address, values)
        return address
    }

    private static func password(
        of address: RedisAddress, _ data: CommandOption, _ values: OptionValues
    ) throws(CommandError) -> String? {
        let file = values[RedisOption.passwordFile]
        let variable = values.variables[RedisOption.passwordVariable].flatMap {
            $0.isEmpty ? nil : $0
        }
        let sources = [
            address.password.map { _ in "the URL of \(values.source(of: data))" },
            file.map { _ in values.source(of: RedisOption.passwordFile) },
            variable.map { _ in RedisOption.passwordVariable },
        ].compactMap(\.self)
        guard sources.count < 2 else {
            throw .usage(
                "The password of Redis is in \(sources.joined(separator: " and in ")). "
                    + "Give it once.")
        }
        guard let file else { return address.password ?? variable }
        return try contents(of: file)
    }

    /// The password in a file, without the end of the line.
    private static func contents(of file: String) throws(CommandError) -> String {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
            throw .usage(
                "Cannot read \(file); --\(RedisOption.passwordFile.name) takes a file that "
                    + "contains the password of Redis.")
        }
        let lines = text.split(omittingEmptySubsequences: true, whereSeparator: \.isNewline)
        guard lines.count == 1, let password = lines.first else {
            throw .usage(
                "\(file) has \(lines.isEmpty ? "no line" : "several lines"); "
                    + "write the password of Redis on one line.")
        }
        return String(password)
    }

    private static func addFiles(
        to address: inout RedisAddress, _ values: OptionValues
    ) throws(CommandError) {
        let options = [RedisOption.authorities, RedisOption.certificate, RedisOption.key]
        guard var tls = address.tls else {
            guard let option = options.first(where: { values[$0] != nil }) else { return }
            throw .usage(
                "\(values.source(of: option)) applies only to rediss://, which is Redis with TLS.")
        }
        tls.authorities = values[RedisOption.authorities]
        switch (values[RedisOption.certificate], values[RedisOption.key]) {
        case (nil, nil): break
        case (let certificate?, let key?):
            tls.client = RedisTLS.Client(certificate: certificate, key: key)
        case (_?, nil):
            throw .usage("--redis-cert needs the certificate's key: --redis-key FILE.")
        case (nil, _?):
            throw .usage("--redis-key needs the key's certificate: --redis-cert FILE.")
        }
        address.tls = tls
    }
}
