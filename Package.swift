// swift-tools-version: 6.2

import PackageDescription

// Warnings are made errors by Scripts/test and not here, so that another compiler's new warning
// stops nobody who only wants to build.
let package = Package(
    name: "calcroom",
    targets: [
        .target(name: "SeededNumbers", path: "Sources/Core/SeededNumbers"),
        .target(name: "CommandLineKit", path: "Sources/Programs/CommandLineKit"),
        .target(name: "ExactNumbers", path: "Sources/Core/ExactNumbers"),
        .target(
            name: "CalculatorEngine", dependencies: ["ExactNumbers"],
            path: "Sources/Core/CalculatorEngine"),
        .target(
            name: "SharedRoom", dependencies: ["CalculatorEngine", "ExactNumbers"],
            path: "Sources/Core/SharedRoom"),
        .target(
            name: "RoomClient", dependencies: ["SharedRoom", "CalculatorEngine", "ExactNumbers"],
            path: "Sources/Client/RoomClient"),
        .target(
            name: "RoomServer", dependencies: ["SharedRoom", "CalculatorEngine", "ExactNumbers"],
            path: "Sources/Server/RoomServer"),
        .target(
            name: "RoomStore", dependencies: ["SharedRoom", "CalculatorEngine", "ExactNumbers"],
            path: "Sources/Stores/RoomStore"),
        .systemLibrary(
            name: "CSQLite",
            path: "Sources/System/CSQLite",
            pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .target(
            name: "SQLiteStore", dependencies: ["CSQLite", "RoomStore", "SharedRoom"],
            path: "Sources/Stores/SQLiteStore"),
        .systemLibrary(
            name: "CHiredis", path: "Sources/System/CHiredis",
            providers: [.apt(["libhiredis-dev"])]),
        .systemLibrary(
            name: "COpenSSL", path: "Sources/System/COpenSSL",
            providers: [.apt(["libssl-dev"])]),
        .target(
            name: "RedisStore",
            dependencies: ["CEpoll", "CHiredis", "COpenSSL", "RoomStore", "SharedRoom"],
            path: "Sources/Stores/RedisStore",
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
            ],
            path: "Sources/Lab/Simulator"),
        .systemLibrary(
            name: "CLibWebSockets",
            path: "Sources/System/CLibWebSockets",
            pkgConfig: "libwebsockets",
            providers: [.apt(["libwebsockets-dev"])]),
        .systemLibrary(
            name: "CQREncode",
            path: "Sources/System/CQREncode",
            pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .target(
            name: "WebServer",
            dependencies: [
                "CEpoll", "CLibWebSockets", "CQREncode", "RoomClient", "RoomServer", "RoomStore",
                "SharedRoom", "CalculatorEngine",
            ],
            path: "Sources/Server/WebServer",
            linkerSettings: [
                .linkedLibrary("crypto"), .linkedLibrary("ssl"), .linkedLibrary("z"),
            ]),
        .systemLibrary(name: "CEpoll", path: "Sources/System/CEpoll"),
        .executableTarget(
            name: "BrowserReplica",
            dependencies: ["RoomClient", "SeededNumbers"],
            path: "Sources/Client/BrowserReplica",
            swiftSettings: [.enableExperimentalFeature("Extern")]
        ),
        .executableTarget(
            name: "BrowserBill", dependencies: ["RoomClient"],
            path: "Sources/Client/BrowserBill",
            swiftSettings: [.enableExperimentalFeature("Extern")]
        ),
        .executableTarget(
            name: "BrowserEditor", dependencies: ["RoomClient"],
            path: "Sources/Client/BrowserEditor",
            swiftSettings: [.enableExperimentalFeature("Extern")]
        ),
        .executableTarget(
            name: "calcroom",
            dependencies: [
                "CLibWebSockets", "CommandLineKit", "WebServer", "RoomServer", "RoomClient",
                "RedisStore", "SQLiteStore", "RoomStore", "SharedRoom", "CalculatorEngine",
                "ExactNumbers",
            ],
            path: "Sources/Programs/calcroom"),
        .executableTarget(
            name: "calcroom-lab",
            dependencies: ["CEpoll", "CommandLineKit", "RoomStore", "Simulator"],
            path: "Sources/Lab/calcroom-lab"),

        .testTarget(
            name: "ExactNumbersTests",
            dependencies: ["RunningPrograms", "SeededNumbers", "ExactNumbers", "GoldenPlayer"],
            path: "Tests/Unit/ExactNumbersTests"),
        .testTarget(
            name: "CalculatorEngineTests",
            dependencies: ["RunningPrograms", "SeededNumbers", "CalculatorEngine", "ExactNumbers"],
            path: "Tests/Unit/CalculatorEngineTests",
            exclude: ["Cases"]
        ),
        .testTarget(
            name: "RoomServerTests",
            dependencies: [
                "RunningPrograms", "SeededNumbers", "RoomServer", "SharedRoom", "CalculatorEngine",
            ],
            path: "Tests/Unit/RoomServerTests"),
        .testTarget(
            name: "RoomStoreTests",
            dependencies: [
                "CSQLite", "RunningPrograms", "SeededNumbers", "RedisStore", "SQLiteStore",
                "RoomStore", "RunningRedis", "SharedRoom",
            ],
            path: "Tests/Unit/RoomStoreTests"),
        .testTarget(
            name: "SharedRoomTests",
            dependencies: ["RunningPrograms", "SeededNumbers", "SharedRoom", "CalculatorEngine"],
            path: "Tests/Unit/SharedRoomTests"),
        .testTarget(
            name: "SharingTests",
            dependencies: [
                "RunningPrograms", "SeededNumbers", "Simulator", "RoomClient", "RoomServer",
                "SharedRoom", "CalculatorEngine",
            ],
            path: "Tests/Unit/SharingTests"),
        .testTarget(
            name: "RoomClientTests",
            dependencies: [
                "RunningPrograms", "SeededNumbers", "RoomClient", "SharedRoom", "CalculatorEngine",
            ],
            path: "Tests/Unit/RoomClientTests"),
        .testTarget(
            name: "WebServerTests",
            dependencies: [
                "CommandLineKit", "SeededNumbers", "calcroom", "calcroom-lab", "RunningPrograms",
                "RunningRedis", "WebServer", "RoomClient", "RoomServer", "RedisStore",
                "SQLiteStore", "RoomStore", "SharedRoom", "CalculatorEngine",
            ],
            path: "Tests/Unit/WebServerTests"),
        .testTarget(
            name: "SimulatorTests", dependencies: ["RunningPrograms", "Simulator", "SharedRoom"],
            path: "Tests/Unit/SimulatorTests"),
        .testTarget(
            name: "BrowserReplicaTests", dependencies: ["BrowserReplica"],
            path: "Tests/Unit/BrowserReplicaTests"),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "CommandLineKit", "RunningPrograms", "RunningRedis", "calcroom", "calcroom-lab",
                "RedisStore", "RoomStore", "WebServer",
            ],
            path: "Tests/Unit/CommandTests"),
        .executableTarget(
            name: "GoldenPlayer",
            dependencies: ["RoomClient", "SharedRoom", "CalculatorEngine", "ExactNumbers"],
            path: "Tests/Golden/GoldenPlayer",
            swiftSettings: [.enableExperimentalFeature("Extern")]
        ),
        .target(
            name: "RunningRedis", dependencies: ["RunningPrograms"],
            path: "Tests/Support/RunningRedis"),
        .target(
            name: "RunningPrograms", path: "Tests/Support/RunningPrograms",
            swiftSettings: [.enableExperimentalFeature("Extern")]),
    ],
    swiftLanguageModes: [.v6]
)

// Only `Scripts/lab fuzz` builds this.
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
