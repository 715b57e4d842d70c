import Testing

@Test func `H2 the pure floors are pure`() throws {
    let sources = try Floor.all.filter(\.isPure)
        .flatMap { try Checkout.files(in: $0.folder, suffix: ".swift") }
    #expect(!sources.isEmpty)
    let violations = sources.flatMap { source in
        Purity.violations(in: source.text).map { "\(source.path), \($0)" }
    }
    #expect(violations == [])
}

@Test(arguments: [
    ("let x: Float16 = 1", "a binary float, Float16"),
    ("func f() -> [Double] { [] }", "a binary float, Double"),
    ("let x = 1.5", "a floating literal, 1.5"),
    ("let x = 0...1.5", "a floating literal, 1.5"),
    ("let x = 1_0e-3", "a floating literal, 1_0e-3"),
    ("let x = 0x1.8p3", "a floating literal, 0x1.8p3"),
    ("let x = \"\\(y * 0.5)\"", "a floating literal, 0.5"),
    ("let x = Set<Int>()", "a collection in random order, Set"),
    ("let x: Dictionary<Int, Int>", "a collection in random order, Dictionary"),
    ("let x: [Int: [Int]]", "a dictionary in brackets"),
    ("let x = [1: 2, 3: 4]", "a dictionary in brackets"),
    ("f([:])", "a dictionary in brackets"),
    ("var hasher = Hasher()", "hashing with a random seed, Hasher"),
    ("let now = Date()", "a clock, Date"),
    ("let x = Int.random(in: 1...6)", "randomness, random"),
    ("import Foundation", "Foundation, Foundation"),
    ("let x = try! f()", "a force, try!"),
    ("let x = y as! Int", "a force, as!"),
    ("let x = y!", "a force, y!"),
    ("let x = list[0]!.first", "a force, ]!"),
    ("let x = f()! + 1", "a force, )!"),
    ("var x: Int!", "a force, Int!"),
])
func `H2 what is impure is found`(source: String, violation: String) {
    #expect(Purity.violations(in: source) == ["line 1: \(violation)"])
}

@Test(arguments: [
    "let x = !y && (!z || a != b) && a!=b",
    "guard !list.isEmpty else { return !x }",
    "#if !arch(wasm32)",
    "// a Float, 1.5, [Int: Int] and try! f()",
    "/* a /* Double */ and 0.5 */",
    #"let x = "a Set, 0.5 and x!""#,
    ##"let x = #"a "Set" of 0.5 and \(x!)"#"##,
    "let x = \"\"\"\n    a \"Set\" of 0.5\n    \"\"\"",
    #"let x = "\(f("0.5"))!""#,
    "let x = pair.0.1 + 0x1e5 + 0b1 + 1_000",
    "for x in 0..<5 where 1...5 ~= x {}",
    "let x = list[at: 5] + list?[at: 5] + f()[at: 5]",
    "let x = [a ? b : c, d]",
    "let x = [Int](repeating: 0, count: 5)",
    "let x = [f(a: 1), g { b ? c : d }]",
    "f { [list] (x: Int) in x }",
    "switch x { case .set, .double: y }",
    "let x: OptionSet",
])
func `H2 what is pure passes`(source: String) {
    #expect(Purity.violations(in: source) == [])
}

@Test func `H2 a violation is found on its line`() {
    let source = "/* one\n   two */\nlet text = \"\"\"\n    four\n    \"\"\"\nlet x = y!\n"
    #expect(Purity.violations(in: source) == ["line 6: a force, y!"])
}
