import Foundation
import Glibc
import RunningPrograms

/// haproxy in front of two servers, with the documented configuration, on free ports and without another user.
final class RunningBalancer {
    let port: UInt16
    private let program: RunningProgram
    private let folder: TemporaryFolder
    private let ports: [ReservedPort]

    /// - Parameters:
    ///   - certificates: Nil for plain HTTP, which saves the time of many TLS handshakes.
    ///   - limits: Limits in the configuration, and those of the test.
    init(
        before servers: [UInt16], _ certificates: TestCertificates? = nil,
        limits: KeyValuePairs<String, String> = [:]
    ) throws {
        folder = try TemporaryFolder()
        ports = [try ReservedPort(), try ReservedPort()]
        port = ports[0].number
        let both = folder.path(of: "both.pem")
        try certificates?.installTogether(at: both)
        let site = try OperationsDocument.deployed(
            "haproxy.cfg",
            [
                "    user haproxy\n    group haproxy\n": "",
                "/run/haproxy": folder.path,
                "/dev/log local0": "stderr format raw local0",
                "bind :443 ssl crt /etc/haproxy/calc.example.pem alpn http/1.1":
                    "bind 127.0.0.1:\(port)"
                    + (certificates == nil ? "" : " ssl crt \(both) alpn http/1.1"),
                "bind :80\n": "bind 127.0.0.1:\(ports[1].number)\n",
                "10.0.0.1:8080": "127.0.0.1:\(servers[0])",
                "10.0.0.2:8080": "127.0.0.1:\(servers[1])",
            ], limits)
        let file = folder.url.appending(path: "haproxy.cfg")
        try Data(site.utf8).write(to: file)
        guard let path = Tool.haproxy.path else { throw TestFailure.noConnection }
        program = try RunningProgram(["-db", "-f", file.path], binary: path)
        try program.wait { ["a", "b"].allSatisfy { isUp($0) } }
    }

    deinit {
        program.send(SIGKILL)
        _ = try? program.status()
    }

    /// Sends a command to the admin socket and returns the answer.
    @discardableResult
    func ask(_ command: String) throws -> String {
        let path = folder.path(of: "admin.sock")
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        let words = Array("\(command)\n".utf8)
        guard isConnected, send(descriptor, words, words.count, Int32(MSG_NOSIGNAL)) > 0 else {
            throw TestFailure.noConnection
        }
        var answer: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 4_096)
        while case let count = recv(descriptor, &bytes, bytes.count, 0), count > 0 {
            answer += bytes.prefix(count)
        }
        return String(decoding: answer, as: UTF8.self)
    }

    /// True if haproxy sends new connections to this server, after a successful health check.
    func isUp(_ server: String) -> Bool {
        let row = (try? ask("show stat"))?.split(separator: "\n")
            .first { $0.hasPrefix("calcroom,\(server),") }
        let fields = row?.split(separator: ",", omittingEmptySubsequences: false) ?? []
        return fields.count > 36 && fields[17] == "UP" && fields[36] == "L7OK"
    }
}

extension TestCertificates {
    /// Writes the certificate and the key to one file for haproxy.
    fileprivate func installTogether(at path: String) throws {
        let parts = try [files.certificate, files.key].map {
            try Data(contentsOf: URL(filePath: $0))
        }
        try (parts[0] + parts[1]).write(to: URL(filePath: path))
    }
}
