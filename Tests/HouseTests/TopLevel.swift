/// What may stand at the top of the checkout.
enum TopLevel {
    static let names = [
        ".ci", ".git", ".gitattributes", ".gitignore", ".swift-format", "LICENSE",
        "Package.resolved", "Package.swift", "README.md", "Scripts", "Sources", "Tests", "docs",
        "static",
    ]

    /// The names that are neither in the design nor passed over by git.
    static func violations(in names: [String], ignored: String) -> [String] {
        let ignored = ignored.split(separator: "\n").map { $0.filter { $0 != "/" } }
        return names.filter { !self.names.contains($0) && !ignored.contains($0) }
    }
}
