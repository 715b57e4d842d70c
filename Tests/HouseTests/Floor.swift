/// The house from the ground up: each module on its floor, with the C libraries that are its own.
/// A module may import every module of a lower floor and none beside it.
struct Floor {
    var number: Int
    var module: String
    var isPure = false
    var libraries: [String] = []

    static let all = [
        Floor(number: 1, module: "SeededNumbers"),
        Floor(number: 1, module: "ExactNumbers", isPure: true),
        Floor(number: 2, module: "CalculatorEngine", isPure: true),
        Floor(number: 3, module: "SharedRoom", isPure: true),
        Floor(number: 4, module: "RoomClient", isPure: true),
        Floor(number: 4, module: "RoomServer", isPure: true),
        Floor(number: 4, module: "RoomStore", libraries: ["CSQLite", "CHiredis"]),
        Floor(number: 5, module: "WebServer", libraries: ["CLibWebSockets", "CQREncode"]),
        Floor(number: 5, module: "BrowserReplica"),
        Floor(number: 5, module: "BrowserBill"),
        Floor(number: 5, module: "Simulator"),
        Floor(number: 5, module: "LoadGenerator", libraries: ["CEpoll"]),
        Floor(number: 6, module: "calcroom"),
    ]

    /// The module's own folder is the only place for its sources.
    var folder: String { "Sources/\(module)" }

    /// What a source of this floor may not import: `import Foundation` on a pure floor gives
    /// `line 1: Foundation`.
    func violations(in source: String) -> [String] {
        Floor.imports(in: source)
            .filter { !mayImport($0.module) }
            .map { "line \($0.line): \($0.module)" }
    }

    private func mayImport(_ name: String) -> Bool {
        if let floor = Floor.all.first(where: { $0.module == name }) {
            return floor.number < number
        }
        let isLibrary = Floor.all.contains { $0.libraries.contains(name) }
        return isLibrary ? libraries.contains(name) : !isPure
    }

    /// The modules of the house that its sources import.
    func importedModules() throws -> [String] {
        let names = try Checkout.files(in: folder, suffix: ".swift")
            .flatMap { Floor.imports(in: $0.text).map(\.module) }
        return Floor.all.map(\.module).filter(names.contains)
    }

    private static func imports(in source: String) -> [(line: Int, module: String)] {
        let kinds = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
        let tokens = Lexer.tokens(of: source)
        return tokens.indices.compactMap { index in
            guard tokens[index].kind == .word, tokens[index].text == "import",
                index == 0 || tokens[index - 1].text != "."
            else { return nil }
            return tokens[(index + 1)...].first { !kinds.contains($0.text) }
                .map { (tokens[index].line, $0.text) }
        }
    }
}
