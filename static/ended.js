// What stands in a room's place when there is no way on from here but to try again, to make this room, or
// to go to another.
import { listenToMaking } from "./choices.js";
import { element } from "./elements.js";
import { noteVisit } from "./kept.js";
import { fill, texts } from "./texts.js";

export function end({ room, path, keypads }, why) {
    noteVisit(room);
    for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
    element("room").hidden = true;
    delete document.documentElement.dataset.keypad;
    element("ended-why").textContent = fill(texts.endings[why] ?? texts.endings.other, room);
    element("ended-next").textContent = texts.nexts[why] ?? texts.nexts.other;
    element("try-again").onclick = () => location.assign(path);
    element("make-here").hidden = why !== "noSuchRoom";
    listenToMaking(element("make-here"), keypads, (kind) => location.assign(`?make=${kind}`));
    element("ended").hidden = false;
}
