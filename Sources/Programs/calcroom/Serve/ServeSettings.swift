import CommandLineKit
import Foundation
import RedisStore
import RoomStore
import SQLiteStore
import WebServer

/// The settings of a server, from the command line and the environment. The command line has priority.
struct ServeSettings {
    private let values: OptionValues

    init(_ arguments: Arguments, _ variables: [String: String]) throws(CommandError) {
        values = OptionValues(arguments, variables)
        let known = ServeOption.all.map(\.variable) + [RedisOption.passwordVariable]
        if let unknown = values.variables.keys.sorted().first(where: { !known.contains($0) }) {
            let nearest = Spelling.nearest(to: unknown, among: known)
            let hint = Spelling.suggestion(nearest, otherwise: "See `calcroom help serve`")
            throw .usage("Unknown setting \(unknown). \(hint)")
        }
    }

    func configuration() throws(CommandError) -> ServerConfiguration {
        var configuration = ServerConfiguration(staticFolder: staticFolder, log: try log())
        configuration.host = values[ServeOption.host]
        if let port = try values.number(ServeOption.port, 0...UInt16.max) {
            configuration.port = port
        }
        if let loops = try values.number(ServeOption.loops, 1...ServerConfiguration.loopsMax) {
            configuration.loops = loops
        }
        configuration.origins = try origins()
        configuration.embeddingOrigins = try embeddingOrigins()
        configuration.publicURL = try publicURL()
        configuration.trustsProxy = try isOn(ServeOption.trustProxy)
        if let audience = try values.choice(
            ServeOption.metrics, among: MetricsAudience.allCases, named: \.rawValue,
            unknown: { "Unknown value \($0) for --metrics" })
        {
            configuration.metrics = audience
        }
        configuration.certificate = try certificate()
        if configuration.certificate != nil,
            configuration.publicURL?.lowercased().hasPrefix("http:") == true
        {
            throw .usage(
                "\(values.source(of: ServeOption.publicURL)) must begin with https:// "
                    + "because the server has a certificate.")
        }
        try applyLimits(&configuration)
        return configuration
    }

    func storeLocation() throws(CommandError) -> StoreLocation {
        let data = values[ServeOption.data] ?? DataLocation.defaultPath
        let durability = try values.choice(
            ServeOption.durability, among: Durability.allCases, named: \.name,
            unknown: { "Unknown durability \($0)" })
        let retention = try StoreLocation.Retention(values)
        let address = try StoreLocation.redisAddress(data, ServeOption.data, values)
        guard let address else {
            try DataLocation.checkRedisOptions(values, [])
            if data == ":memory:" { return .memory }
            guard !data.isEmpty, !data.contains("://") else {
                throw .usage(
                    "--data takes the path of a file, :memory: or \(StoreLocation.redisForm).")
            }
            return .file(data, durability ?? .full, retention)
        }
        guard values[ServeOption.durability] == nil else {
            throw .usage(
                "--durability applies only to a file; "
                    + "set the durability of Redis in its own configuration.")
        }
        return .redis(
            address, retention, replicas: try values.number(RedisOption.replicas, 0...100) ?? 0)
    }

    private func isOn(_ option: CommandOption) throws(CommandError) -> Bool {
        if values.isArgument(option) { return true }
        switch values[option] {
        case nil, "0": return false
        case "1": return true
        case .some(let text): throw .usage("\(option.variable) takes 1 or 0, not \(text).")
        }
    }

    private func origins() throws(CommandError) -> [String] {
        let texts = values[ServeOption.origin] ?? ""
        var origins: [String] = []
        for text in texts.split(separator: ",") {
            origins.append(try serverURL(text.filter { $0 != " " }, for: ServeOption.origin))
        }
        return origins
    }

    private func embeddingOrigins() throws(CommandError) -> [String] {
        let option = ServeOption.embedIn
        guard let texts = values[option] else { return [] }
        var origins: [String] = []
        for text in texts.split(separator: ",", omittingEmptySubsequences: false) {
            guard let origin = ServerConfiguration.embeddingOrigin(String(text)) else {
                throw .usage(
                    "\(values.source(of: option)) takes origins such as https://school.example, not \(text)."
                )
            }
            origins.append(origin)
        }
        return origins
    }

    private func publicURL() throws(CommandError) -> String? {
        guard let text = values[ServeOption.publicURL], !text.isEmpty else { return nil }
        return try serverURL(text, for: ServeOption.publicURL)
    }

    private func serverURL(_ text: String, for option: CommandOption) throws(CommandError) -> String
    {
        guard ServerConfiguration.isServerURL(text) else {
            throw .usage(
                "\(values.source(of: option)) takes a URL without a path, such as https://calc.example, "
                    + "not \(text).")
        }
        return text
    }

    private func log() throws(CommandError) -> ServerLog {
        let format = try values.choice(
            ServeOption.log, among: ServerLog.Format.allCases, named: \.rawValue,
            unknown: { "Unknown log format \($0)" })
        let showsAddresses = try isOn(ServeOption.logAddresses)
        return ServerLog(format ?? .text, showsAddresses: showsAddresses) {
            StandardStreams.printError($0)
        }
    }

    private func certificate() throws(CommandError) -> CertificateFiles? {
        switch (values[ServeOption.certificate], values[ServeOption.key]) {
        case (nil, nil): return nil
        case (let certificate?, let key?):
            return CertificateFiles(certificate: certificate, key: key)
        case (_?, nil): throw .usage("--tls-cert needs the certificate's key: --tls-key FILE.")
        case (nil, _?): throw .usage("--tls-key needs the key's certificate: --tls-cert FILE.")
        }
    }

    private func applyLimits(_ configuration: inout ServerConfiguration) throws(CommandError) {
        switch values[ServeOption.limits] {
        case nil: break
        case "none": configuration.limits.lift()
        case .some(let path): try LimitsFile.read(path, into: &configuration)
        }
    }

    /// Searches the program's folder and its parents, since a build folder is inside its checkout.
    private var staticFolder: String {
        if let folder = values[ServeOption.staticFolder] { return folder }
        var folder = Version.program.deletingLastPathComponent()
        while folder.path != "/" {
            for name in ["share/calcroom", "static"] {
                let candidate = folder.appending(path: name)
                let index = candidate.appending(path: "index.html").path
                if FileManager.default.fileExists(atPath: index) { return candidate.path }
            }
            folder = folder.deletingLastPathComponent()
        }
        return "static"
    }
}
