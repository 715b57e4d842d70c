// A room's life once more. The log's lines are what a server says: a second replica is told them, part
// by part, and each part begins with the room as it was.
import { element } from "./elements.js";
import { freshPen, secret, storesOf } from "./kept.js";
import { loadReplica, makeLink } from "./link.js";
import { fill, loadPart, nameOfAction, texts } from "./texts.js";

const partSize = 500;
const partsKept = 40;
/** A longer pause is played as this one, in milliseconds; and so long is all of it. */
const pauseMax = 2000;
const wholeTime = 30000;
const moment = new Intl.DateTimeFormat([], { dateStyle: "short", timeStyle: "medium" });
const frame = () => new Promise(requestAnimationFrame);

/** `draw` takes parts of the view, `nameOf` says who has a number. */
export async function open({ room, address, replica, documentAt, draw, nameOf }) {
    const [player, controls] = await Promise.all([loadReplica(), loadPart("replay")]);
    element("stage").after(controls);
    const words = texts.replay;
    element("room").dataset.view = "replay";
    element("room-name").textContent = document.title += ` · ${words.title}`;
    const slider = element("replay-place");
    const parts = new Map();
    /** The event behind which the log begins, and its last one. */
    let begin = 1;
    let last = 0;
    /** Where it is, and where it is on the way to. */
    let place = 0;
    let wanted = 0;
    let shown;
    /** What plays now, as nothing that was stopped goes on. */
    let playing;

    listen();
    const join = { secret: secret(), pen: freshPen(), watch: true };
    player.begin(join);
    player.call("connected");
    makeLink(replica, address, storesOf(`replay ${room}`), follow).begin(join);

    /** What goes on in the room meanwhile. */
    function follow({ seq, people, connection }) {
        if (connection?.state === "ended") draw({ connection });
        if (people && !shown) draw({ people });
        if (!seq) return;
        // Another room has taken this one's place.
        if (seq < last) location.reload();
        slider.max = last = seq;
        if (shown) write();
        else go(begin);
    }

    async function partWith(seq) {
        const from = seq - (Math.max(0, seq - begin - 1) % partSize) + (seq > begin ? 0 : 1);
        const part = await parts.get(from);
        if (part?.end >= seq) return part;
        if (parts.size === partsKept) parts.delete(parts.keys().next().value);
        const fetched = fetchPart(from);
        parts.set(from, fetched);
        fetched.catch(() => parts.delete(from));
        return fetched;
    }

    /** What cannot be read ends it where it is. */
    async function read(seq) {
        try {
            return await partWith(seq);
        } catch (error) {
            wanted = place;
            stop();
            element("replay-event").textContent = words.notRead;
            throw error;
        }
    }

    async function fetchPart(from) {
        const answer = await fetch(documentAt("log", { from, count: partSize, with: "snapshot" }));
        const [room, ...lines] = (await answer.text()).trim().split("\n");
        const start = JSON.parse(room).seq;
        // What came before is kept no longer.
        if (start >= from) slider.min = begin = start;
        return { room, lines, start, end: start + lines.length };
    }

    /** Ends up where it was asked to go last. */
    async function go(seq, isNext) {
        const isGoing = wanted !== place;
        wanted = Math.min(Math.max(seq, begin), last);
        while (!isGoing && wanted !== place) {
            const target = wanted;
            const part = await read(target);
            if (target === wanted) show(part, wanted = Math.max(target, begin), isNext);
        }
    }

    function show(part, seq, isNext) {
        const isAhead = seq >= place && (part === shown || place === part.start) && shown;
        const from = isAhead ? place : part.start;
        const events = part.lines.slice(from - part.start, seq - part.start);
        const frames = isAhead ? [] : [`{"welcome":${part.room}}`];
        if (events.length > 0) frames.push(`{"seq":${from + 1},"events":[${events}]}`);
        for (const frame of frames) {
            const { view } = player.call("received", frame);
            draw(isNext ? view : { ...view, keys: [], notices: [] });
        }
        [shown, place] = [part, seq];
        write();
    }

    const eventAt = (seq, part) => JSON.parse(part.lines[seq - part.start - 1] ?? null);

    function write() {
        const event = eventAt(place, shown);
        const time = event ? moment.format(event.at) : "";
        const beginning = begin > 1 ? fill(words.begins, begin + 1) : words.made;
        const said = event ? describe(event) : beginning;
        slider.value = place;
        slider.setAttribute("aria-valuetext", `${time} ${said}`);
        element("replay-event").textContent = said;
        element("replay-time").textContent = time;
        element("replay-count").textContent = `${place} / ${last}`;
    }

    function describe({ seq, at, by, pen, n, void: why, ...action }) {
        const [[name, value]] = Object.entries(action);
        const who = by ? nameOf(by) : value.name || texts.something;
        const what = words.actions[name] ?? nameOfAction(value);
        return `${who}: ${what}${why ? ` (${texts.voids[why] ?? why})` : ""}`;
    }

    async function play() {
        const own = playing = {};
        drawButton();
        if (place === last) await go(begin);
        let before = await frame();
        // So much of the original's time, or so many events, may pass.
        let credit = 0;
        while (playing === own && place < last) {
            const now = await frame();
            const speed = element("replay-speed").elements.speed.value;
            const isAll = speed === "all";
            credit += Math.min(now - before, 250) * (isAll ? (last - begin) / wholeTime : speed);
            before = now;
            const part = await read(place + 1);
            if (playing !== own) return;
            if (part.end < last) partWith(part.end + 1).catch(() => {});
            let target = place;
            let at = eventAt(place, shown)?.at;
            while (target < part.end) {
                const next = isAll ? 1 : eventAt(target + 1, part).at;
                const cost = isAll ? 1 : Math.min(next - (at ?? next), pauseMax);
                if (cost > credit) break;
                credit -= cost;
                at = next;
                target++;
            }
            if (target > place) await go(target, true);
        }
        if (playing === own) stop();
    }

    function stop() {
        playing = undefined;
        drawButton();
    }

    function drawButton() {
        const button = element("replay-play");
        button.ariaPressed = playing !== undefined;
        button.ariaLabel = button.title = playing ? words.pause : words.play;
    }

    function listen() {
        const step = (by) => {
            stop();
            go(wanted + by);
        };
        slider.oninput = () => step(slider.value - wanted);
        element("replay-back").onclick = () => step(-1);
        element("replay-on").onclick = () => step(1);
        element("replay-play").onclick = () => (playing ? step(0) : shown && play());
        element("replay-leave").href = location.pathname;
        addEventListener("keydown", ({ key, target }) => {
            if (target.matches?.("input") || !/^Arrow(Left|Right)$/.test(key)) return;
            step(key === "ArrowLeft" ? -1 : 1);
        });
    }
}
