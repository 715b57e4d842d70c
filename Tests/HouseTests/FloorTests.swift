import Testing

@Test func `H3 a floor imports only what stands below it`() throws {
    let violations = try Floor.all.flatMap { floor in
        try Checkout.files(in: floor.folder, suffix: ".swift").flatMap { source in
            floor.violations(in: source.text).map { "\(source.path), \($0)" }
        }
    }
    #expect(violations == [])
}

@Test func `H3 every module has its floor`() throws {
    let known = Floor.all.map(\.module) + Floor.all.flatMap(\.libraries)
    let modules = try Checkout.names(in: "Sources")
    #expect(modules.contains("ExactNumbers"))
    #expect(modules.filter { !known.contains($0) } == [])
}

@Test(arguments: [
    ("ExactNumbers", "import Foundation", "Foundation"),
    ("ExactNumbers", "import CalculatorEngine", "CalculatorEngine"),
    ("SharedRoom", "public import struct RoomClient.Replica", "RoomClient"),
    ("RoomClient", "import RoomServer", "RoomServer"),
    ("RoomServer", "@preconcurrency import RoomStore", "RoomStore"),
    ("WebServer", "import CSQLite", "CSQLite"),
    ("Simulator", "import calcroom", "calcroom"),
])
func `H3 an import from above or beside is found`(module: String, source: String, name: String)
    throws
{
    let floor = try #require(Floor.all.first { $0.module == module })
    #expect(floor.violations(in: source) == ["line 1: \(name)"])
}

@Test(arguments: [
    ("CalculatorEngine", "import ExactNumbers"),
    ("ExactNumbers", "// import Foundation"),
    ("RoomStore", "import CSQLite\nimport Foundation\nimport SharedRoom"),
    ("calcroom", "import WebServer"),
])
func `H3 an import from below passes`(module: String, source: String) throws {
    let floor = try #require(Floor.all.first { $0.module == module })
    #expect(floor.violations(in: source) == [])
}
