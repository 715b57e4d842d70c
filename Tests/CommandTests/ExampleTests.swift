import Foundation
import RunningPrograms
import Testing

@Test func `the Python example without arguments prints its usage`() throws {
    let result = try Checkout.run("python3 docs/examples/client.py")
    #expect(result.status == 1)
    #expect(result.output.contains("python3 client.py 'http://"))
    #expect(result.output.contains("pip install 'websockets"))
    #expect(!result.output.contains("Traceback"))
}

/// The package is replaced by one whose connections fail, so that the client keeps waiting.
@Test func `Ctrl-C ends the Python example without a traceback`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let package = """
        class InvalidStatus(Exception): pass
        class WebSocketException(Exception): pass
        def connect(*_, **__):
            print("connecting", flush=True)
            raise OSError
        """
    try Data(package.utf8).write(to: folder.appending(path: "websockets.py"))
    let (output, errorOutput) = (Pipe(), Pipe())
    let client = try Child(
        [
            "/usr/bin/env", "python3", "docs/examples/client.py", "http://127.0.0.1:1/rooms/7b",
            "Ada",
        ], in: Checkout.root,
        environment: ProcessInfo.processInfo.environment.merging(
            ["PYTHONPATH": folder.path, "PYTHONDONTWRITEBYTECODE": "1"]) { $1 },
        output: output.fileHandleForWriting, errorOutput: errorOutput.fileHandleForWriting)
    try output.fileHandleForWriting.close()
    try errorOutput.fileHandleForWriting.close()
    // Waits until the client runs.
    #expect(!output.fileHandleForReading.availableData.isEmpty)
    client.signal(SIGINT)
    #expect(client.waitUntilEnd(seconds: 20) == 0)
    #expect(try errorOutput.fileHandleForReading.readToEnd() ?? Data() == Data())
}
