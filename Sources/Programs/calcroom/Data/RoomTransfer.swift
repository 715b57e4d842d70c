import CommandLineKit
import Glibc
import RoomStore
import SQLiteStore

/// Copies all rooms from one place to another, and reports the result.
struct RoomTransfer {
    private let source: DataLocation
    private let target: DataLocation
    private let replaces: Bool
    private let retention: StoreLocation.Retention

    static let source = CommandOption(
        name: "from", value: "FILE|URL",
        summary: "the data file or \(StoreLocation.redisForm) with the rooms")
    static let target = CommandOption(
        name: "to", value: "FILE|URL", summary: "the data file or the Redis for the copies")
    private static let replace = CommandOption(
        name: "replace", value: nil,
        summary: "renames an existing data file, or deletes rooms of the same name in Redis")

    static let options = [replace] + StoreLocation.Retention.options

    init(
        from source: DataLocation, to target: DataLocation, _ arguments: Arguments
    ) throws(CommandError) {
        self.source = source
        self.target = target
        replaces = arguments.contains(Self.replace)
        let values = OptionValues(environmentOf: arguments)
        retention = try StoreLocation.Retention(values)
        if case .file = target,
            let extra = StoreLocation.Retention.options.first(where: values.isArgument)
        {
            throw .usage("--\(extra.name) applies only to a copy into Redis.")
        }
    }

    static func location(
        _ option: CommandOption, _ values: OptionValues
    ) throws(CommandError) -> DataLocation {
        guard values.isArgument(option), let text = values[option] else {
            throw .usage(
                "copy needs --from and --to, such as: "
                    + "calcroom copy --from calcroom.db --to redis://redis.example")
        }
        return try DataLocation(text, option, values)
    }

    /// - Parameter done: The word for the report.
    func run(_ done: String) throws(CommandError) {
        guard source.place != target.place else {
            throw .usage("The source and the target are the same: \(target.place).")
        }
        let copy: RoomCopy
        do throws(StoreError) {
            copy =
                switch target {
                case .file(let path):
                    try RoomBackup.restore(source.archive, to: path, replacing: replaces)
                case .redis(let address):
                    try RoomCopy.copy(
                        source.archive, into: StoreLocation.options(address, retention),
                        replacing: replaces)
                }
        } catch {
            throw failure(error)
        }
        try Self.report(copy, done, to: target.place)
    }

    private func failure(_ error: StoreError) -> CommandError {
        guard case .exists = error else { return .failed(DataLocation.message(for: error)) }
        return switch target {
        case .file(let path):
            .failed("\(path) exists already; --replace renames it instead of failing.")
        case .redis(let address):
            .failed(
                "\(address.place) has rooms already; "
                    + "--replace deletes those of the same name instead of failing.")
        }
    }
}

extension RoomTransfer {
    private static func rooms(_ count: Int64) -> String {
        "\(count) room\(count == 1 ? "" : "s")"
    }

    /// Prints the result. Rooms that were not copied, and damaged ones, are a failure.
    static func report(
        _ copy: RoomCopy, _ done: String, to place: String
    ) throws(CommandError) {
        print("\(done) \(rooms(copy.roomCount)) to \(place)")
        if let old = copy.old { print("the previous file is now \(old)") }
        guard !copy.problems.isEmpty else { return }
        fflush(nil)
        for problem in copy.problems {
            let outcome = problem.isCopied ? "was copied, but" : "was not copied:"
            StandardStreams.printError(
                "calcroom: \(problem.name.text) \(outcome) \(problem.why).")
        }
        let (damaged, missing) = (
            copy.problems.count(where: \.isCopied), copy.problems.count { !$0.isCopied }
        )
        throw .failed(
            missing == 0
                ? "\(damaged) of \(rooms(copy.roomCount)) \(damaged == 1 ? "is" : "are") damaged."
                : "\(missing) of \(rooms(copy.roomCount + Int64(missing))) could not be copied.")
    }
}
