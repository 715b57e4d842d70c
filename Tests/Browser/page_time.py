"""The cost of a key in the page's own thread."""

# Work for a key, by Chromium's names.
KINDS = {
    "script": {"EventDispatch", "FunctionCall", "TimerFire", "FireAnimationFrame",
               "WebSocketReceive", "RunMicrotasks", "MinorGC", "MajorGC"},
    "style": {"UpdateLayoutTree"},
    "layout": {"Layout", "HitTest"},
    "paint": {"PrePaint", "Paint", "Layerize", "Commit", "UpdateLayer"},
}


def costs(events):
    """The milliseconds that the page's own thread worked for each key until the next one, by kind, and `shown` until
    the end of the first frame. Other work on the machine does not count."""
    downs = sorted((e for e in events if e["name"] == "EventDispatch"
                    and e["args"]["data"]["type"] == "keydown"), key=lambda e: e["ts"])
    kinds = {name: kind for kind, names in KINDS.items() for name in names}
    spans = sorted((e for e in events if e["name"] in kinds and "tdur" in e
                    and (e["pid"], e["tid"]) == (downs[0]["pid"], downs[0]["tid"])),
                   key=lambda e: (e["ts"], -e["dur"]))
    found = [dict.fromkeys(KINDS, 0) | {"frames": 0, "shown": 0} for _ in downs]
    # The keys that were shown: a script follows the first frame.
    around, shown = [], set()
    for span in spans:
        place = sum(down["ts"] <= span["ts"] for down in downs) - 1
        if place < 0:
            continue
        kind = kinds[span["name"]]
        found[place][kind] += span["tdur"] / 1000
        found[place]["frames"] += span["name"] == "PrePaint"
        while around and around[-1]["ts"] + around[-1]["dur"] <= span["ts"]:
            around.pop()
        if kind == "script" and found[place]["frames"] > 0:
            shown.add(place)
        if not around and place not in shown:
            found[place]["shown"] += span["tdur"] / 1000
        if around:
            found[place][kinds[around[-1]["name"]]] -= span["tdur"] / 1000
        around.append(span)
    return found[:-1]


def traced(person, keys):
    events, ended = [], []
    devtools = person.context.new_cdp_session(person.page)
    devtools.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
    devtools.on("Tracing.tracingComplete", lambda _: ended.append(True))
    devtools.send("Tracing.start", {
        "transferMode": "ReportEvents", "traceConfig": {"includedCategories": ["devtools.timeline"]},
    })
    for key in keys:
        person.page.keyboard.press(key)
        person.page.wait_for_timeout(80)
    devtools.send("Tracing.end")
    while not ended:
        person.page.wait_for_timeout(20)
    return costs(events)


def middle(values, part=0.5):
    return sorted(values)[int(len(values) * part)]
