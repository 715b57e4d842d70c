import CommandLineKit
import RedisStore
import RoomStore
import SQLiteStore
import SharedRoom
import WebServer

/// The data file or the Redis that a command reads or changes. Turns failures into one-line errors.
enum DataLocation: Equatable {
    case file(String)
    case redis(RedisAddress)

    /// The default, in the working directory.
    static let defaultPath = "calcroom.db"

    static let option = CommandOption(
        name: "data", value: "FILE|URL",
        summary: "the data file (default \(defaultPath)), or \(StoreLocation.redisForm)")

    /// The options of a command that uses a file or a Redis.
    static let options = [option] + RedisOption.all

    /// The location from the command line or the environment, as for `serve`.
    init(_ arguments: Arguments) throws(CommandError) {
        let values = OptionValues(environmentOf: arguments)
        try self.init(values[Self.option] ?? Self.defaultPath, Self.option, values)
        try Self.checkRedisOptions(values, [self])
    }

    /// - Parameters:
    ///   - text: The path or the URL.
    ///   - option: The option that has the text.
    init(_ text: String, _ option: CommandOption, _ values: OptionValues) throws(CommandError) {
        if let address = try StoreLocation.redisAddress(text, option, values) {
            self = .redis(address)
            return
        }
        guard !text.isEmpty, text != ":memory:", !text.contains("://") else {
            throw .usage(
                "--\(option.name) takes the path of a data file, or \(StoreLocation.redisForm).")
        }
        self = .file(text)
    }

    /// Refuses options of Redis if none of the locations is one.
    static func checkRedisOptions(
        _ values: OptionValues, _ locations: [DataLocation]
    ) throws(CommandError) {
        let isRedis = locations.contains { if case .redis = $0 { true } else { false } }
        let options = RedisOption.all + [RedisOption.replicas]
        guard !isRedis, let extra = options.first(where: values.isArgument) else { return }
        throw .usage("--\(extra.name) applies only to Redis: \(StoreLocation.redisForm).")
    }

    /// For messages; without a password.
    var place: String {
        switch self {
        case .file(let path): path
        case .redis(let address): address.place
        }
    }

    func openArchive() throws(CommandError) -> any RoomArchive {
        try Self.reportingErrors { () throws(StoreError) in try archive }
    }

    /// A new archive.
    var archive: any RoomArchive {
        get throws(StoreError) {
            switch self {
            case .file(let path): try FileArchive(path)
            case .redis(let address): try RedisArchive(address)
            }
        }
    }

    /// The room that the command's only operand names, and the archive that contains it.
    func room(
        _ arguments: Arguments, for command: String
    ) throws(CommandError) -> (RoomName, any RoomArchive) {
        guard let text = arguments.operands.first else {
            throw .usage(
                "\(command) needs the name of a room, such as: calcroom \(command) party")
        }
        guard arguments.operands.count == 1 else {
            throw .usage(
                "Unexpected argument \(arguments.operands[1]); \(command) takes one room.")
        }
        guard let name = RoomAddress.name(text) else {
            throw .usage(
                "\(text) is not a room name. A name has 1 to 64 letters, digits and hyphens.")
        }
        let archive = try openArchive()
        try check(name, in: archive)
        return (name, archive)
    }

    /// Throws an error that suggests another name if the room does not exist.
    private func check(_ name: RoomName, in archive: any RoomArchive) throws(CommandError) {
        let names = try Self.reportingErrors { () throws(StoreError) in
            // The names of all rooms may be many.
            if try archive.facts(of: name) != nil { return [name] }
            return try archive.names
        }
        guard !names.contains(name) else { return }
        let nearest = Spelling.nearest(to: name.text, among: names.map(\.text))
        throw .failed(
            "There is no room \(name.text) in \(place). "
                + Spelling.suggestion(nearest, otherwise: "For a list, run: \(listing)"))
    }

    private var listing: String {
        switch self {
        case .file(let path): "calcroom rooms --data \(path)"
        case .redis: "calcroom rooms with the same --data"
        }
    }

    /// Runs the body and turns its error into a one-line error.
    static func reportingErrors<Result>(
        _ body: () throws(StoreError) -> Result
    ) throws(CommandError) -> Result {
        do throws(StoreError) { return try body() } catch { throw .failed(message(for: error)) }
    }

    /// The error as commands other than `serve` report it.
    static func message(for error: StoreError) -> String {
        switch error {
        case .notOurs(let path): "\(path) is not a Calcroom data file."
        case .damaged(let path, let what): "\(path) is damaged: \(what)."
        case .newer(let path, _, _):
            "\(path) was written by a newer version of calcroom. Use that version."
        case .inUse(let path, let process):
            "\(path) is in use by a server\(process.map { " (process \($0))" } ?? ""). "
                + "Stop the server first."
        case .missing, .notReachable, .full, .exists, .unanswered, .otherRules, .changed:
            error.message
        }
    }
}
