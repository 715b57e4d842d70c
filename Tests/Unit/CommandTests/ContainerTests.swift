import Foundation
import RunningPrograms
import Testing

/// The instructions of the container file, each on one line.
private func instructions() throws -> [String] {
    let text = try Checkout.text(of: "docs/deploy/Containerfile")
    return text.replacing("\\\n", with: " ").split(separator: "\n").map(String.init)
}

/// The packages that `apt-get install` installs.
private func packages() throws -> [String] {
    let instruction = try #require(try instructions().first { $0.contains("apt-get install") })
    return instruction.components(separatedBy: "apt-get install")[1].components(separatedBy: "&&")[
        0
    ]
    .split(separator: " ").map(String.init).filter { !$0.hasPrefix("--") }
}

private let isDebian12 =
    (try? String(contentsOfFile: "/etc/os-release", encoding: .utf8))?
    .contains("VERSION_CODENAME=bookworm") == true

@Test func `the container file copies existing files and installs what it builds`() throws {
    let copied = try instructions().filter { $0.hasPrefix("COPY ") && !$0.contains("--from") }
        .map { String($0.split(separator: " ")[1]) }
    #expect(copied.count >= 5)
    for path in copied {
        #expect(
            FileManager.default.fileExists(atPath: Checkout.root.appending(path: path).path),
            "\(path)")
    }
    // Required by the package and by Scripts/install.
    let required: Set = ["Package.swift", "Scripts", "Sources", "Tests", "docs", "static"]
    #expect(required.isSubset(of: copied))
    let instructions = try instructions()
    #expect(instructions.contains("RUN DESTDIR=/made Scripts/install"))
    #expect(instructions.contains("COPY --from=made /made/usr/local /usr/local"))
    #expect(instructions.contains(#"ENTRYPOINT ["/usr/local/bin/calcroom"]"#))
}

@Test(.enabled(if: isDebian12, "this is not Debian 12"))
func `the container file installs every library that the program needs`() throws {
    let named = try packages()
    let known = try Checkout.run("apt-cache show \(named.joined(separator: " "))").output
        .split(separator: "\n")
    for package in named {
        #expect(known.contains("Package: \(package)"), "\(package)")
    }
    let libraries = try Checkout.run("ldd '\(Program.binary.path)'").output
        .split(separator: "\n")
        .compactMap { $0.firstMatch(of: /=> (\/\S+)/).map { String($0.1) } }
        .filter { !$0.contains("/swift/") }
    #expect(libraries.count > 8)
    let names = libraries.map { URL(filePath: $0).lastPathComponent }
    let owners = try Checkout.run(
        "dpkg --search \(names.map { "'*/\($0)'" }.joined(separator: " "))"
    ).output.split(separator: "\n")
    for name in names {
        let owner = owners.first { $0.hasSuffix("/\(name)") }?.prefix { $0 != ":" } ?? ""
        #expect(named.contains(String(owner)) || owner == "libc6", "\(name) of \(owner)")
    }
}
