import Foundation
import RunningPrograms
import Testing

@testable import calcroom

@Test(arguments: ["--help", "help", "-h"])
func `the help lists every command`(arguments: String) throws {
    let result = try Program.run(arguments)
    #expect(result.status == 0)
    #expect(result.errorOutput == "")
    let commands = result.output.matches(of: #/\n  calcroom ([a-z]+) /#).map { String($0.1) }
    #expect(
        commands == [
            "type", "split", "serve", "watch", "press", "rooms", "export", "replay", "forget",
            "backup", "restore", "copy",
        ])
}

@Test func `bench and simulate are commands of calcroom-lab`() throws {
    let result = try Program.runLab("help")
    #expect(result.status == 0)
    let commands = result.output.matches(of: #/\n  calcroom-lab ([a-z]+) /#).map { String($0.1) }
    #expect(commands == ["bench", "simulate"])
    let unknown = try Program.runLab("bench --frobnicate")
    #expect(unknown.status == 2)
    #expect(
        unknown.errorOutput
            == "calcroom-lab: Unknown option --frobnicate for bench. See `calcroom-lab help bench`.\n"
    )
}

@Test(arguments: ["help split", "split --help", "split 95.00 --people 3 -h"])
func `the help of a command lists its options`(arguments: String) throws {
    let result = try Program.run(arguments)
    #expect(result.status == 0)
    for option in [
        "people", "weights", "percents", "items", "owners", "tax", "tip", "tip-on", "round-up",
        "decimals", "paid", "lines",
    ] {
        #expect(result.output.contains("\n  --\(option) "), "\(option)")
    }
}

@Test(arguments: [
    ("", "No command given."),
    ("spilt", "Unknown command spilt. Did you mean split?"),
    ("hepl", "Unknown command hepl. Did you mean help?"),
    ("help tpye", "Unknown command tpye. Did you mean type?"),
    ("frobnicate", "Unknown command frobnicate. See `calcroom help`."),
    ("split 95.00 --peopel 3", "Unknown option --peopel for split. Did you mean --people?"),
    ("split 95.00 --TIP 3", "Unknown option --TIP for split. Did you mean --tip?"),
    (
        "split 95.00 --frobnicate",
        "Unknown option --frobnicate for split. See `calcroom help split`."
    ),
    ("split 95.00 -p 3", "Unknown option -p for split. See `calcroom help split`."),
])
func `an unknown command or option is an error that suggests similar names`(
    arguments: String, message: String
) throws {
    let result = try Program.run(arguments)
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(result.errorOutput.hasPrefix("calcroom: \(message)\n"), "\(result.errorOutput)")
}

@Test(arguments: [
    ("split 95.00 --people", "--people needs a value: --people N"),
    ("split 95.00 --people --tip 3", "--people needs a value: --people N"),
    ("split 95.00 --people 3 --people 4", "--people is given twice; give it once."),
    ("split --lines=yes", "--lines takes no value; remove “=yes”."),
])
func `an option that is repeated or lacks its value is an error`(
    arguments: String, message: String
) throws {
    let result = try Program.run(arguments)
    #expect(result.status == 2)
    #expect(result.errorOutput == "calcroom: \(message)\n")
}

@Test(arguments: ["split -10.00 --people=2", "split --people 2 -10.00", "split -10. --people 2"])
func `a negative number is not an option`(arguments: String) throws {
    #expect(try Program.run(arguments).lines == ["-5.00", "-5.00", "total -10.00"])
    #expect(
        try Program.run("split --items -.50 --tax -.50").lines == ["-1.00", "total -1.00"])
}

@Test func `the version has a commit if its file is not older than the program`() throws {
    let folder = try TemporaryFolder()
    let program = folder.url.appending(path: "calcroom")
    func write(_ name: String, _ text: String, time: Double) throws {
        let path = folder.path(of: name)
        try Data(text.utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: time)], ofItemAtPath: path)
    }
    func commit() -> Substring? {
        Version.line(program: program).firstMatch(of: #/\(commit (.*), rules /#)?.1
    }
    try write("calcroom", "", time: 2_000)
    #expect(commit() == "unknown")
    try write("calcroom.commit", "faf72ef\n", time: 1_000)
    #expect(commit() == "unknown")
    try write("calcroom.commit", "faf72ef\n", time: 2_000)
    #expect(commit() == "faf72ef")
}

@Test func `the option --version prints one line`() throws {
    let result = try Program.run("--version")
    #expect(result.status == 0 && result.errorOutput == "")
    let pattern = /calcroom ([0-9.]+) \(commit (unknown|[0-9a-f]+(-dirty)?), rules [0-9]+\)\n/
    let match = try #require(result.output.wholeMatch(of: pattern), "\(result.output)")
    #expect(match.1 == Version.number)
    #expect(try Program.runLab("--version").status == 2)
}
