import CLibWebSockets
import Foundation

/// A pseudoterminal.
final class Terminal {
    private let master: Int32
    /// The end for a program.
    let slave: FileHandle

    init() throws {
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK)
        var (unlocked, number): (Int32, Int32) = (0, 0)
        guard master >= 0, ioctl(master, Self.lock, &unlocked) == 0,
            ioctl(master, Self.number, &number) == 0
        else { throw TestFailure.noConnection }
        let descriptor = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
        guard descriptor >= 0 else { throw TestFailure.noConnection }
        slave = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// `TIOCSPTLCK` and `TIOCGPTN`, which Swift does not import from the header.
    private static let lock: UInt = 0x4004_5431
    private static let number: UInt = 0x8004_5430

    deinit { close(master) }

    /// Waits until the text written since the last call contains `part`, and returns it.
    @discardableResult
    func read(until part: String) throws -> String {
        var text = ""
        return try Wait.until {
            var bytes = [UInt8](repeating: 0, count: 4_096)
            let count = CLibWebSockets.read(self.master, &bytes, bytes.count)
            if count > 0 { text += String(decoding: bytes.prefix(count), as: UTF8.self) }
            return text.contains(part) ? text : nil
        }
    }
}
