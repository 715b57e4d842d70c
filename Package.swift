// swift-tools-version: 6.2

import PackageDescription

// Warnings are made errors by Scripts/test and not here, so that another compiler's new warning
// stops nobody who only wants to build.
let package = Package(
    name: "calcroom",
    targets: [
        .target(name: "SeededNumbers"),
        .target(name: "CommandLineKit"),
        .target(name: "ExactNumbers"),
        .target(name: "CalculatorEngine", dependencies: ["ExactNumbers"]),
        .target(name: "SharedRoom", dependencies: ["CalculatorEngine", "ExactNumbers"]),
        .target(
            name: "RoomClient", dependencies: ["SharedRoom", "CalculatorEngine", "ExactNumbers"]),
        .target(
            name: "RoomServer", dependencies: ["SharedRoom", "CalculatorEngine", "ExactNumbers"]),
        .target(
            name: "RoomStore", dependencies: ["SharedRoom", "CalculatorEngine", "ExactNumbers"]),
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .target(name: "SQLiteStore", dependencies: ["CSQLite", "RoomStore", "SharedRoom"]),
        .systemLibrary(name: "CHiredis", providers: [.apt(["libhiredis-dev"])]),
        .systemLibrary(name: "COpenSSL", providers: [.apt(["libssl-dev"])]),
        .target(
            name: "RedisStore",
            dependencies: ["CEpoll", "CHiredis", "COpenSSL", "RoomStore", "SharedRoom"],
            resources: [
                "adopt", "announce", "append", "compact", "confirm", "connect", "forget", "open",
                "rights",
            ]
            .map { .embedInCode("Scripts/\($0).lua") }),
        .target(
            name: "Simulator",
            dependencies: [
                "RoomClient", "RoomServer", "RoomStore", "SharedRoom", "CalculatorEngine",
                "SeededNumbers",
            ]),
        .systemLibrary(
            name: "CLibWebSockets", pkgConfig: "libwebsockets",
            providers: [.apt(["libwebsockets-dev"])]),
        .systemLibrary(
            name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .target(
            name: "WebServer",
            dependencies: [
                "CEpoll", "CLibWebSockets", "CQREncode", "RoomClient", "RoomServer", "RoomStore",
                "SharedRoom", "CalculatorEngine",
            ],
            linkerSettings: [
                .linkedLibrary("crypto"), .linkedLibrary("ssl"), .linkedLibrary("z"),
            ]),
        .systemLibrary(name: "CEpoll"),
        .executableTarget(
            name: "BrowserReplica",
            dependencies: ["RoomClient", "SeededNumbers"],
            swiftSettings: [.enableExperimentalFeature("Extern")]
        ),
        .executableTarget(
            name: "BrowserBill", dependencies: ["RoomClient"],
            swiftSettings: [.enableExperimentalFeature("Extern")]
        ),
        .executableTarget(
            name: "BrowserEditor", dependencies: ["RoomClient"],
            swiftSettings: [.enableExperimentalFeature("Extern")]
        ),
        .executableTarget(
            name: "calcroom",
            dependencies: [
                "CommandLineKit", "WebServer", "RoomClient", "RedisStore", "SQLiteStore",
                "RoomStore", "SharedRoom", "CalculatorEngine", "ExactNumbers",
            ]),
        .executableTarget(
            name: "calcroom-lab",
            dependencies: ["CEpoll", "CommandLineKit", "RoomStore", "Simulator"]),

        .testTarget(
            name: "ExactNumbersTests",
            dependencies: ["RunningPrograms", "ExactNumbers", "GoldenPlayer"]),
        .testTarget(
            name: "CalculatorEngineTests",
            dependencies: ["RunningPrograms", "SeededNumbers", "CalculatorEngine", "ExactNumbers"],
            exclude: ["Cases"]
        ),
        .testTarget(
            name: "RoomServerTests",
            dependencies: [
                "RunningPrograms", "SeededNumbers", "RoomServer", "SharedRoom", "CalculatorEngine",
            ]),
        .testTarget(
            name: "RoomStoreTests",
            dependencies: [
                "CSQLite", "RunningPrograms", "SeededNumbers", "RedisStore", "SQLiteStore",
                "RoomStore", "RunningRedis", "SharedRoom",
            ]),
        .testTarget(
            name: "SharedRoomTests",
            dependencies: ["RunningPrograms", "SeededNumbers", "SharedRoom", "CalculatorEngine"]),
        .testTarget(
            name: "SharingTests",
            dependencies: [
                "RunningPrograms", "SeededNumbers", "Simulator", "RoomClient", "RoomServer",
                "SharedRoom", "CalculatorEngine",
            ]),
        .testTarget(
            name: "RoomClientTests",
            dependencies: [
                "RunningPrograms", "SeededNumbers", "RoomClient", "SharedRoom", "CalculatorEngine",
            ]),
        .testTarget(
            name: "WebServerTests",
            dependencies: [
                "CommandLineKit", "SeededNumbers", "calcroom", "calcroom-lab", "RunningPrograms",
                "RunningRedis", "WebServer", "RoomClient", "RoomServer", "RedisStore",
                "SQLiteStore", "RoomStore", "SharedRoom", "CalculatorEngine",
            ]),
        .testTarget(
            name: "SimulatorTests", dependencies: ["RunningPrograms", "Simulator", "SharedRoom"]),
        .testTarget(name: "BrowserReplicaTests", dependencies: ["BrowserReplica"]),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "CommandLineKit", "RunningPrograms", "RunningRedis", "calcroom", "calcroom-lab",
                "RedisStore", "RoomStore", "WebServer",
            ]),
        .executableTarget(
            name: "GoldenPlayer",
            dependencies: ["RoomClient", "SharedRoom", "CalculatorEngine", "ExactNumbers"],
            path: "Tests/GoldenPlayer",
            swiftSettings: [.enableExperimentalFeature("Extern")]
        ),
        .target(
            name: "RunningRedis", dependencies: ["RunningPrograms"], path: "Tests/RunningRedis"),
        .target(
            name: "RunningPrograms", path: "Tests/RunningPrograms",
            swiftSettings: [.enableExperimentalFeature("Extern")]),
    ],
    swiftLanguageModes: [.v6]
)

// Only Scripts/fuzz builds this.
if Context.environment["CALCROOM_FUZZING"] != nil {
    package.targets.append(
        .target(
            name: "Fuzzing",
            dependencies: [
                "WebServer", "RedisStore", "SQLiteStore", "RoomStore", "SharedRoom",
                "CalculatorEngine",
            ],
            path: "Tests/Fuzzing"))
    package.products.append(.library(name: "Fuzzing", type: .static, targets: ["Fuzzing"]))
}

// Optimising the tests themselves takes longer than it saves.
for target in package.targets where target.type == .test {
    target.swiftSettings = [
        .unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release))
    ]
}
