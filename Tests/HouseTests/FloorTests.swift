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

@Test func `H3 the table of the house is what its sources import`() throws {
    let rows = HousePicture.rows(in: try Checkout.file("docs/ARCHITECTURE.md").text)
    let floors = try Floor.all.map { floor in
        HousePicture.Row(
            floor: floor.number, module: floor.module, isPure: floor.isPure,
            imports: try floor.importedModules().sorted())
    }
    #expect(Set(rows.map(\.module)) == Set(floors.map(\.module)))
    for floor in floors {
        #expect(rows.filter { $0.module == floor.module } == [floor])
    }
}

@Test func `H3 the drawing of the house has every module on its floor`() throws {
    let drawing = HousePicture.drawing(in: try Checkout.file("docs/ARCHITECTURE.md").text)
    #expect(drawing.map(\.floor) == (1...6).reversed())
    for (floor, modules) in drawing {
        #expect(modules.sorted() == Floor.all.filter { $0.number == floor }.map(\.module).sorted())
    }
}

@Test func `H3 table and drawing are read as they are written`() {
    let document = """
        ```
        2   Roof
        1   Left   Right
        ```

        | floor | module | what | pure | imports |
        | --- | --- | --- | --- | --- |
        | 2 | `Roof` | words, words | | `Left`, `Right` |
        | 1 | `Left` | words | pure | |
        """
    #expect(
        HousePicture.rows(in: document) == [
            .init(floor: 2, module: "Roof", isPure: false, imports: ["Left", "Right"]),
            .init(floor: 1, module: "Left", isPure: true, imports: []),
        ])
    let drawing = HousePicture.drawing(in: document)
    #expect(drawing.map(\.floor) == [2, 1])
    #expect(drawing.map(\.modules) == [["Roof"], ["Left", "Right"]])
}
