import Foundation
import Glibc
import RunningPrograms

/// A file system of a few megabytes in its own mount namespace. Only programs that run with `wrapper` see it.
final class SmallDisk {
    private let mountPoint: TemporaryFolder
    var folder: String { mountPoint.path }
    private let megabytes: Int
    private var filler: String { "\(folder)/filler" }

    /// True if this machine can create one.
    static let isPossible: Bool = {
        guard let disk = try? SmallDisk() else { return false }
        let program = try? RunningProgram(
            [], binary: URL(filePath: "/bin/true"), through: disk.wrapper)
        return (try? program?.status()) == 0
    }()

    init(megabytes: Int = 2) throws {
        self.megabytes = megabytes
        mountPoint = try TemporaryFolder()
    }

    /// A command that mounts the disk and runs a program, which is appended. The disk is removed when the
    /// program ends.
    var wrapper: [String] { wrapper(then: "true") }

    /// - Parameter order: A shell command to run first.
    func wrapper(then order: String) -> [String] {
        let mount = "mount -t tmpfs -o size=\(megabytes)m none \(folder)"
        return [
            "/usr/bin/unshare", "-m", "/bin/sh", "-c", "\(mount) && \(order) && exec \"$@\"", "sh",
        ]
    }

    /// The path on the disk of a running process, for use outside its mount namespace.
    static func outerPath(_ path: String, of process: Int32) -> String {
        "/proc/\(process)/root\(path)"
    }

    /// Fills the disk, like another program would.
    func fill(_ process: Int32) throws {
        let path = Self.outerPath(filler, of: process)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        guard descriptor >= 0 else { throw TestFailure.noConnection }
        defer { close(descriptor) }
        let bytes = [UInt8](repeating: 7, count: 512)
        while write(descriptor, bytes, bytes.count) > 0 {}
    }

    func clear(_ process: Int32) { unlink(Self.outerPath(filler, of: process)) }
}
