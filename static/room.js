// A room: what people do goes to the replica, and what the replica shows is drawn.
import { offerKeypads } from "./home.js";
import { freshPen, ownName, pendingOf, secret } from "./kept.js";
import { KeypadView, listenToKeyboard } from "./keypad.js";
import { Link } from "./link.js";
import { listenToSharing } from "./share.js";
import { endings, otherEnding } from "./texts.js";
import { RoomView } from "./view.js";

const element = (id) => document.getElementById(id);

export function enterRoom(replica, room) {
    const path = `/rooms/${encodeURIComponent(room)}`;
    const act = (action) => link.tell("acted", JSON.stringify(action));
    const press = (key) => link.tell("pressed", key);

    const keypad = new KeypadView(element("keypad"), replica.keypads, press);
    const view = new RoomView(replica.keypads, keypad, act, (why) => showEnd(replica, room, why));
    const link = new Link(
        replica, `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`,
        pendingOf(room), (parts) => view.draw(parts));

    element("room-name").textContent = document.title = room;
    element("room").hidden = false;
    listenToSharing(room, path);
    listenToKeyboard({ press, undo: () => link.tell("undone"), redo: () => link.tell("redone") });
    element("undo").onclick = () => link.tell("undone");
    element("redo").onclick = () => link.tell("redone");
    element("keypad-kind").onchange = (event) => {
        act({ keypad: event.target.value });
        event.target.blur();
    };
    element("send").onclick = () => link.tell("answered", "", 1);
    element("discard").onclick = () => link.tell("answered", "", 0);
    element("make-again").onclick = () =>
        location.assign(`?make=${element("keypad-kind").value}`);
    element("room-own-name").onchange = (event) => {
        ownName.write(event.target.value.trim());
        act({ name: ownName.read() });
    };
    element("room-own-name").value = ownName.read() ?? "";

    // Whenever the page may have slept or been cut off, the replica looks after the connection.
    addEventListener("online", () => link.tell("woke"));
    addEventListener("pageshow", (event) => event.persisted && link.tell("woke"));
    document.addEventListener("visibilitychange", () => document.hidden || link.tell("woke"));

    link.begin(join(replica.keypads));
}

/** A keypad that is none makes nothing: then the room is there, or the page offers to make it. */
function join(keypads) {
    const join = { secret: secret(), pen: freshPen() };
    if (ownName.read()) join.name = ownName.read();
    const keypad = new URLSearchParams(location.search).get("make");
    if (keypads.some(({ name }) => name === keypad)) join.make = { keypad };
    return join;
}

/** There is no way on from here but another room, or to make this one. */
function showEnd(replica, room, why) {
    element("room").hidden = true;
    element("ended-why").textContent = `${endings[why] ?? otherEnding} ${room}.`;
    const form = element("make-here");
    form.hidden = why !== "noSuchRoom";
    offerKeypads(form, replica.keypads, (kind) => location.assign(`?make=${kind}`));
    element("ended").hidden = false;
}
