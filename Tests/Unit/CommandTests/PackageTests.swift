import Foundation
import RunningPrograms
import Testing

/// Runs the shell function `require` with these shell scripts first in PATH. Returns its exit status and output.
private func require(
    _ packages: String, with programs: KeyValuePairs<String, String>
) throws -> (status: Int32, output: String) {
    let folder = try TemporaryFolder()
    for (name, script) in programs {
        let file = folder.url.appending(path: name)
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: file)
        chmod(file.path, 0o755)
    }
    return try Checkout.run(
        "set -euo pipefail; source Scripts/lib/packages.sh; require \(packages); echo goes on",
        ["PATH": "\(folder.path):/usr/bin:/bin"])
}

@Test(arguments: [
    ("exit 127", "Swift here is of an unknown version; 6.2 or newer is needed"),
    ("echo Swift version 5.10.1", "Swift here is 5.10.1; 6.2 or newer is needed"),
    ("echo Swift version 6.10", "goes on"),
])
func `a Swift that does not run or is too old is reported`(swift: String, line: String) throws {
    let allInstalled = #"shift 2; printf ' installed %s ' "$@""#
    let result = try require("", with: ["swift": swift, "dpkg-query": allInstalled])
    #expect(result.status == (line == "goes on" ? 0 : 1))
    #expect(result.output.hasPrefix(line), "\(result.output)")
}

@Test func `each missing package is listed once`() throws {
    let failing = "echo 'E: Unable to locate package libsqlite3-dev' >&2; exit 100"
    let result = try require(
        #""${server_packages[@]}""#,
        with: [
            "swift": "echo Swift version 6.2", "dpkg-query": "exit 1", "apt-get": failing,
            "sudo": failing,
        ])
    let lines = result.output.split(separator: "\n")
    let named = try #require(lines.first).split(separator: " ")
    #expect(named.prefix(3) == ["Missing,", "installing", "now:"])
    #expect(named.contains("libsqlite3-dev") && Set(named).count == named.count)
    #expect(
        lines.last == "They could not be installed: E: Unable to locate package libsqlite3-dev")
    #expect(result.status == 1)
}

@Test func `Scripts/serve looks for changes in files that exist`() throws {
    let result = try Checkout.run(#"source Scripts/lib/build.sh; ls -d "${sources[@]}" >/dev/null"#)
    #expect(result.status == 0 && result.output.isEmpty, "\(result.output)")
}
