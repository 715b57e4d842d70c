// Replays a room. A second replica receives the lines of the log as it would receive events of a server. Each
// part of the log begins with a snapshot.
import { newJoin, storesOf } from "../offline/storage.js";
import { element } from "../page/dom.js";
import { loadReplica, makeLink } from "../room/replica.js";
import { fill, loadPart, nameOfAction, texts } from "../text/texts.js";

const partSize = 500;
const partsKept = 40;
/** Milliseconds that the longest pause takes, and that the whole replay takes at the speed `all`. */
const pauseMax = 1000;
const wholeTime = 30000;
const moment = new Intl.DateTimeFormat([], { dateStyle: "short", timeStyle: "medium" });
/** @returns {Promise<number>} */
const frame = () => new Promise(requestAnimationFrame);

/**
 * A part of the log: the room after event `start`, and the events up to `end`, as JSON.
 * @typedef {{ room: string, lines: string[], start: number, end: number }} Part
 */
/**
 * A line of the log. Its other member is the action.
 * @typedef {{ seq: number, at: number, by?: number, void?: string, [action: string]: unknown }} LoggedEvent
 */

/** @param {Watched} shared */
export async function open({ room, address, replica, documentAt, draw, nameOf }) {
    const [player, controls] = await Promise.all([loadReplica(), loadPart("replay")]);
    element("stage").after(controls);
    const words = texts.replay;
    const isFromBoard = new URLSearchParams(location.search).get("from") === "board";
    element("room").dataset.view = "replay";
    element("keypad").inert = true;
    element("room-name").textContent = document.title += ` · ${texts.room.replay}`;
    const slider = element("replay-place");
    /** @type {Map<number, Part | Promise<Part>>} */
    const parts = new Map();
    /** The event after which the log begins, and the last event. */
    let begin = 1;
    let last = 0;
    /** The event before the first key, where the replay begins. */
    let origin = 1;
    /** The event that is shown, and the one that is wanted. */
    let place = 0;
    let wanted = 0;
    /** @type {Part | undefined} */
    let shown;
    /**
     * Identifies the run that plays now. An older run ends when it differs.
     * @type {object | undefined}
     */
    let playing;

    listen();
    const join = newJoin({ watch: true });
    player.begin(join);
    player.call("connected");
    makeLink(replica, address, storesOf(`replay ${room}`), follow).begin(join);

    /**
     * Follows the room, which goes on during the replay.
     * @param {View} parts
     */
    function follow({ seq, people, connection }) {
        if (connection?.state === "ended") draw({ connection });
        if (people && !shown) draw({ people });
        if (!seq) return;
        // A new room has the same name.
        if (seq < last) location.reload();
        last = seq;
        slider.max = `${seq}`;
        if (shown) write(shown);
        else goToFirstKey();
    }

    /** @param {number} seq */
    async function partWith(seq) {
        const from = startOf(seq, begin);
        const part = await parts.get(from);
        if (part && part.end >= seq) return part;
        if (parts.size === partsKept) parts.delete([...parts.keys()][0]);
        const fetched = fetchPart(from);
        parts.set(from, fetched);
        fetched.catch(() => parts.delete(from));
        return fetched;
    }

    /**
     * Returns the part with an event. If it cannot be read, the replay stops.
     * @param {number} seq
     */
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

    /**
     * @param {number} from
     * @returns {Promise<Part>}
     */
    async function fetchPart(from) {
        const answer = await fetch(documentAt("log", { from, count: partSize, with: "snapshot" }));
        const [room, ...lines] = (await answer.text()).trim().split("\n");
        const start = JSON.parse(room).seq;
        // The server has compacted the events before.
        if (start >= from) {
            begin = start;
            beginAt(Math.max(origin, begin));
        }
        return { room, lines, start, end: start + lines.length };
    }

    /** @param {number} seq */
    function beginAt(seq) {
        origin = seq;
        slider.min = `${seq}`;
    }

    /** Goes to the first key or question, or to the begin of the log if earlier events are no longer stored. */
    async function goToFirstKey() {
        const { lines, start } = await read(begin);
        const first = lines.findIndex((line) => /"(press|type|recall|ask)":/.test(line) && !/"void":/.test(line));
        if (begin > 1 || first < 0) return go(begin);
        beginAt(start + first);
        go(origin + 1, true);
    }

    /**
     * Goes to an event. Several calls at once end at the place of the last one.
     * @param {number} seq
     * @param {boolean} [isNext] true if keys light up on the way
     */
    async function go(seq, isNext) {
        const isGoing = wanted !== place;
        wanted = Math.min(Math.max(seq, origin), last);
        while (!isGoing && wanted !== place) {
            const target = wanted;
            const part = await read(target);
            if (target === wanted) show(part, wanted = Math.max(target, origin), isNext);
        }
    }

    /**
     * @param {Part} part
     * @param {number} seq
     * @param {boolean} [isNext]
     */
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
        write(part);
    }

    /** @param {Part} part */
    function write(part) {
        const event = eventAt(place, part);
        const time = event ? moment.format(event.at) : "";
        const beginning = begin > 1 ? fill(words.begins, begin + 1) : words.made;
        const said = event ? describe(event, nameOf) : beginning;
        slider.value = `${place}`;
        slider.setAttribute("aria-valuetext", `${time} ${said}`);
        element("replay-event").textContent = said;
        element("replay-time").textContent = time;
        element("replay-count").textContent = `${place - origin} / ${last - origin}`;
    }

    async function play() {
        const own = playing = {};
        drawButton();
        if (place === last) await go(origin);
        let before = await frame();
        /** Milliseconds of the original's time, or events, that may pass. */
        let credit = 0;
        while (playing === own && place < last) {
            const now = await frame();
            const speed = new FormData(element("replay-speed")).get("speed");
            const isAll = speed === "all";
            const passed = Math.min(now - before, 250);
            credit += passed * (isAll ? (last - origin) / wholeTime : Number(speed));
            before = now;
            const part = await read(place + 1);
            if (playing !== own) return;
            if (part.end < last) partWith(part.end + 1).catch(() => {});
            let at = shown && eventAt(place, shown)?.at;
            const pauseBefore = (/** @type {number} */ seq) => {
                const next = eventAt(seq, part)?.at ?? 0;
                const pause = pauseOf(at, next);
                at = next;
                return pause;
            };
            const paid = paidFor(place, part.end, credit, isAll ? () => 1 : pauseBefore);
            credit = paid.left;
            if (paid.place > place) await go(paid.place, true);
        }
        if (playing === own) stop();
    }

    function stop() {
        playing = undefined;
        drawButton();
    }

    function drawButton() {
        const button = element("replay-play");
        button.ariaPressed = `${playing !== undefined}`;
        button.ariaLabel = button.title = playing ? words.pause : words.play;
    }

    function listen() {
        const step = (/** @type {number} */ by) => {
            stop();
            go(wanted + by);
        };
        slider.oninput = () => step(Number(slider.value) - wanted);
        element("replay-back").onclick = () => step(-1);
        element("replay-on").onclick = () => step(1);
        element("replay-play").onclick = () => (playing ? step(0) : shown && play());
        const leave = element("replay-leave");
        leave.href = location.pathname + (isFromBoard ? "?view=board" : "");
        // The room is in the tab that opened this one, where its participant never left it.
        leave.onclick = (event) => {
            if (!opener) return;
            event.preventDefault();
            close();
        };
        addEventListener("keydown", ({ key, target }) => {
            const isInput = target instanceof HTMLInputElement;
            if (isInput || !/^Arrow(Left|Right)$/.test(key)) return;
            step(key === "ArrowLeft" ? -1 : 1);
        });
    }
}

/**
 * The first event of the part that has an event, if the log begins after event `begin`.
 * @param {number} seq
 * @param {number} begin
 */
export const startOf = (seq, begin) =>
    seq - (Math.max(0, seq - begin - 1) % partSize) + (seq > begin ? 0 : 1);

/**
 * The event with a sequence number; null for the start of a part, which is a snapshot.
 * @param {number} seq
 * @param {Part} part
 * @returns {LoggedEvent | null}
 */
const eventAt = (seq, part) => JSON.parse(part.lines[seq - part.start - 1] ?? null);

/**
 * The milliseconds that a pause between two events takes in the replay.
 * @param {number | undefined} before
 * @param {number} next
 */
export const pauseOf = (before, next) => Math.min(next - (before ?? next), pauseMax);

/**
 * The place that a credit pays for, and the credit that is left.
 * @param {number} place
 * @param {number} end
 * @param {number} credit
 * @param {(seq: number) => number} costOf
 */
export function paidFor(place, end, credit, costOf) {
    let left = credit;
    while (place < end) {
        const cost = costOf(place + 1);
        if (cost > left) break;
        left -= cost;
        place++;
    }
    return { place, left };
}

/**
 * An event in words: `Ada: 7`, `Ben: undo (someone else was faster)`
 * @param {LoggedEvent} event
 * @param {NameOf} nameOf
 */
export function describe({ seq, at, by, pen, n, void: why, ...action }, nameOf) {
    const [[name, value]] = Object.entries(action);
    const entered = /** @type {{ name?: string } | null} */ (value)?.name;
    const who = by ? nameOf(by) : entered || texts.something;
    const what = texts.replay.actions[name]
        ?? (typeof value === "string" ? nameOfAction(value) : texts.something);
    return `${who}: ${what}${why ? ` (${texts.voids[why] ?? why})` : ""}`;
}
