import Foundation
import Glibc

/// A disk of two megabytes, which only the program that is run with it has.
final class SmallDisk {
    let folder = FileManager.default.temporaryDirectory
        .appending(path: "disk-\(UUID().uuidString)").path
    private var filler: String { "\(folder)/filler" }

    /// Why there is none here; nil if there can be one.
    static let obstacle: String? = {
        guard let disk = try? SmallDisk(),
            let program = try? RunningProgram(
                Array(disk.wrapper.dropFirst()) + ["/bin/true"],
                binary: URL(filePath: disk.wrapper[0]))
        else { return "there is no unshare" }
        return (try? program.status()) == 0 ? nil : "nothing may be mounted here"
    }()

    init() throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// The words before a program's own. It goes when the program ends.
    var wrapper: [String] { wrapper(then: "true") }

    /// - Parameter order: What a shell does with it first.
    func wrapper(then order: String) -> [String] {
        let mount = "mount -t tmpfs -o size=2m none \(folder)"
        return [
            "/usr/bin/unshare", "-m", "/bin/sh", "-c", "\(mount) && \(order) && exec \"$@\"", "sh",
        ]
    }

    /// The folder as a process has it that runs with the disk.
    static func seen(_ path: String, by process: Int32) -> String { "/proc/\(process)/root\(path)" }

    /// Fills it, as another program might.
    func fill(_ process: Int32) throws {
        let descriptor = open(Self.seen(filler, by: process), O_WRONLY | O_CREAT | O_APPEND, 0o600)
        guard descriptor >= 0 else { throw TestFailure.noConnection }
        defer { close(descriptor) }
        let bytes = [UInt8](repeating: 7, count: 512)
        while write(descriptor, bytes, bytes.count) > 0 {}
    }

    func clear(_ process: Int32) { unlink(Self.seen(filler, by: process)) }
}
