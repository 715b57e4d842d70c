// Uses all types of calcroom.d.ts. test_types.py compiles it.
import { ActionError, CloseError, join, type Room } from "../../../docs/api/calcroom.js";

const { signal } = new AbortController();
const room: Room = await join("https://calc.example/rooms/mathe", { name: "Bot", make: "tip", signal, WebSocket });
const [event] = await room.press("1", "tip20");
const line: string = `${event?.seq} ${event?.press ?? event?.undo?.n} ${event?.void}`;
await room.act({ ask: { text: line, keypad: "simple" } });
await room.act({ bill: { in: 121, add: 3 } });
const stop: () => void = room.on("event", ({ by, at, enter }) => console.log(by, new Date(at), enter?.name));
room.on("state", (state, error) => state === "waiting" && console.log(error?.why, error?.code));
room.on("people", ([first]) => console.log(first.who, room.count, room.watching));
room.on("failed", ({ action, why }) => console.log(action, why === "locked"));
for await (const { display, question } of room.views()) console.log(display, question?.groups?.[0].answers);
const end: CloseError | undefined = await room.closed;
if (end?.why === "removed" && !end.willRetry) stop();
console.log(end instanceof ActionError, room.you, room.seq, room.read, room.rules, room.view.locked, room.view.closed);

const element: keyof HTMLElementTagNameMap = "calc-room";
document.createElement(element).title = line;

// @ts-expect-error: no such key
room.press("sine");
// @ts-expect-error: no such value
room.act({ lock: "yes" });
// @ts-expect-error: no such event
room.on("words", console.log);
// @ts-expect-error: no such keypad
join("https://calc.example/rooms/mathe", { make: "abacus" });
