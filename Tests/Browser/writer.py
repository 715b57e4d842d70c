"""Somebody who types faster than a person: a socket of its own, in a page, to a server without limits."""

# Sends keys and waits until all of them are decided. It is one participant, with one pen.
WRITER = """async ({ room, make }) => {
    const socket = new WebSocket(`ws://${location.host}/rooms/${room}`, "calcroom.v1");
    await new Promise((open) => (socket.onopen = open));
    let heard = "";
    let look;
    socket.onmessage = ({ data }) => {
        heard = data;
        look?.();
    };
    const until = (part) => new Promise((done, fail) => {
        look = () => heard.includes(part) && done(heard);
        look();
        setTimeout(() => fail(new Error(`not heard in time: ${part}`)), 45_000);
    });
    const join = { secret: "the-secret-of-somebody-who-types-fast", name: "Eve" };
    socket.send(JSON.stringify({ join: make ? { ...join, make: { keypad: make } } : join }));
    let n = (JSON.parse(await until("welcome")).welcome.last ?? 0) + 1;
    window.write = async (keys) => {
        for (let at = 0; at < keys.length; at += 64) {
            const press = keys.slice(at, at + 64);
            socket.send(JSON.stringify({ n, press }));
            n += press.length;
            await until(`"n":${n - 1},`);
        }
    };
}"""


class Writer:
    def __init__(self, person, room, make=None):
        self.page = person.go("/").page
        self.page.evaluate(WRITER, {"room": room, "make": make})

    def write(self, keys, times=1):
        self.page.evaluate("([keys, times]) => write(Array(times).fill(keys).flat())", [keys.split(), times])
        return self
