import Foundation
import Glibc
import RunningPrograms

/// nginx with the configuration from docs/deploy, on free ports, as the user who runs the tests.
final class RunningProxy {
    let port: UInt16
    private let program: RunningProgram
    private let folder: TemporaryFolder
    private let ports: [ReservedPort]

    /// Starts nginx in front of a server on this port.
    ///
    /// - Parameter limits: Limits in the configuration, and those of the test.
    init(
        before server: UInt16, _ certificates: TestCertificates,
        limits: KeyValuePairs<String, String> = [:]
    ) throws {
        folder = try TemporaryFolder()
        ports = [try ReservedPort(), try ReservedPort()]
        port = ports[0].number
        let site = try OperationsDocument.deployed(
            "nginx.conf",
            [
                "listen 443 ssl": "listen 127.0.0.1:\(port) ssl",
                "listen 80": "listen 127.0.0.1:\(ports[1].number)",
                "    listen [::]:443 ssl;\n": "", "    listen [::]:80;\n": "",
                "127.0.0.1:8080": "127.0.0.1:\(server)",
                "/etc/letsencrypt/live/calc.example/fullchain.pem": certificates.files.certificate,
                "/etc/letsencrypt/live/calc.example/privkey.pem": certificates.files.key,
            ], limits)
        let places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { [folder] in "\($0)_temp_path \(folder.path)/\($0);" }.joined(separator: "\n")
        let whole = """
            daemon off;
            worker_processes 1;
            pid \(folder.path)/pid;
            error_log stderr notice;
            events {}
            http {
            access_log off;
            \(places)
            \(site)
            }
            """
        let file = folder.url.appending(path: "nginx.conf")
        try Data(whole.utf8).write(to: file)
        guard let path = Tool.nginx.path else { throw TestFailure.noConnection }
        program = try RunningProgram(
            ["-e", "stderr", "-p", folder.path, "-c", file.path], binary: path)
        try program.wait { program.errorLines.contains { $0.contains("start worker process ") } }
    }

    deinit {
        program.send(SIGTERM)
        _ = try? program.status()
    }
}
