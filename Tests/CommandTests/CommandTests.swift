import Foundation
import Testing

@Test(arguments: ["--help", "help", "-h"])
func `C1 the help lists every command`(arguments: String) throws {
    let result = try Program.run(arguments)
    #expect(result.status == 0)
    #expect(result.complaint == "")
    let commands = result.output.matches(of: #/\n  calcroom ([a-z]+) /#).map { String($0.1) }
    #expect(
        commands == [
            "type", "split", "serve", "watch", "press", "rooms", "export", "replay", "forget",
            "backup", "restore",
        ])
}

@Test func `the developers' tools are commands of a program of their own`() throws {
    let result = try Program.runLab("help")
    #expect(result.status == 0)
    let commands = result.output.matches(of: #/\n  calcroom-lab ([a-z]+) /#).map { String($0.1) }
    #expect(commands == ["bench", "simulate"])
    let unknown = try Program.runLab("bench --frobnicate")
    #expect(unknown.status == 2)
    #expect(
        unknown.complaint
            == "calcroom-lab: bench has no option --frobnicate. See: calcroom-lab help bench.\n")
}

@Test(arguments: ["help split", "split --help", "split 95.00 --people 3 -h"])
func `C2 the help of a command lists its options`(arguments: String) throws {
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
    ("", "Say which command."),
    ("spilt", "There is no command spilt. Did you mean split?"),
    ("hepl", "There is no command hepl. Did you mean help?"),
    ("help tpye", "There is no command tpye. Did you mean type?"),
    ("frobnicate", "There is no command frobnicate. See: calcroom help."),
    ("split 95.00 --peopel 3", "split has no option --peopel. Did you mean --people?"),
    ("split 95.00 --TIP 3", "split has no option --TIP. Did you mean --tip?"),
    ("split 95.00 --frobnicate", "split has no option --frobnicate. See: calcroom help split."),
    ("split 95.00 -p 3", "split has no option -p. See: calcroom help split."),
])
func `C3 what is unknown is told with the nearest names`(
    arguments: String, complaint: String
) throws {
    let result = try Program.run(arguments)
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(result.complaint.hasPrefix("calcroom: \(complaint)\n"), "\(result.complaint)")
}

@Test(arguments: [
    ("split 95.00 --people", "--people needs a value: --people N"),
    ("split 95.00 --people --tip 3", "--people needs a value: --people N"),
    ("split 95.00 --people 3 --people 4", "--people is given twice; once is enough."),
    ("split --lines=yes", "--lines takes no value; leave “=yes” out."),
])
func `C4 an option is given once, with its value`(arguments: String, complaint: String) throws {
    let result = try Program.run(arguments)
    #expect(result.status == 2)
    #expect(result.complaint == "calcroom: \(complaint)\n")
}

@Test(arguments: ["split -10.00 --people=2", "split --people 2 -10.00", "split -10. --people 2"])
func `C5 a number with a minus sign is no option`(arguments: String) throws {
    #expect(try Program.run(arguments).lines == ["-5.00", "-5.00", "total -10.00"])
    #expect(
        try Program.run("split --items -.50 --tax -.50").lines == ["-1.00", "total -1.00"])
}

@Test func `C6 bench store refuses a file that exists`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data("notes".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let result = try Program.runLab("bench store --data \(file.path)")
    #expect(result.status == 1)
    #expect(result.complaint.contains("exists already"))
    #expect(FileManager.default.contents(atPath: file.path) == Data("notes".utf8))
}

@Test func `C6 the error for an unknown benchmark lists the known ones`() throws {
    let result = try Program.runLab("bench nubmers")
    #expect(result.status == 2)
    #expect(
        result.complaint.hasPrefix("calcroom-lab: There is no benchmark nubmers; there are: "))
}
