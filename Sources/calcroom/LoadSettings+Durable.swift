import LoadGenerator

extension LoadSettings {
    /// The disk alone, then keys, then the disk again: it may not be the same all the time.
    func measureDurable() throws -> LoadReport {
        let (load, seconds) = (try timed(), try seconds())
        let disk = try DiskTrial(file)
        let pacedDisk = try DiskTrial("\(file)-paced", perSecond: try keysPerSecond())
        let disks = [disk, pacedDisk]
        for disk in disks { try disk.run(seconds: seconds / 2) }
        let team = try Team(load, server: try server())
        try team.warmUp(seconds: min(0.7, seconds))
        var report = LoadReport(try team.measure(seconds: seconds))
        try team.rest(seconds: 0.1)
        for disk in disks { try disk.run(seconds: seconds / 2) }
        report.addDelays("write and fdatasync", "Disk", disk.delay)
        report.addDelays(
            "write and fdatasync at the pace of the keys", "DiskPaced", pacedDisk.delay)
        return report
    }
}
