// A rehearsal: a class of scripted pupils in the host's own browser, so that a teacher can try a lesson alone. Each
// pupil is a client of its own, made with the library that the server has for programs.
import { givenTo } from "../class/participants.js";
import { element, write } from "../page/dom.js";
import { fill, loadPart, texts } from "../text/texts.js";
import { makeClass } from "./pupils.js";

/** Milliseconds between two looks at the room, and between the arrivals of two pupils. */
const lookTime = 300, arrivalTime = 450;
/** Milliseconds that a deletion may take before the page leaves anyway. */
const deletionTime = 3000;

/**
 * Fills the room with pupils, from one tab at a time. Browsers have locks only for pages with HTTPS.
 * @param {Room} shared
 * @param {string} secret the beginning of all pupils' secrets, which a reload does not change
 */
export function open(shared, secret) {
    if (!navigator.locks) return lead(shared, secret);
    return navigator.locks.request(shared.path, async () => {
        await lead(shared, secret);
        await new Promise(() => {});
    });
}

/**
 * Shows above the room that this is a rehearsal, and what to try next.
 * @param {Room} shared
 * @param {string} secret
 */
async function lead({ path, told, act }, secret) {
    const [part, { join }] = await Promise.all([loadPart("rehearsal"), loadLibrary()]);
    const words = texts.rehearsal;
    element("room").before(part);
    document.documentElement.toggleAttribute("data-rehearsal", true);
    /** @type {(import("../../docs/api/calcroom.js").Room | undefined)[]} */
    const pupils = words.names.map(() => undefined);
    const decide = makeClass(pupils.length, Math.random);
    const leaving = new AbortController();
    /** The time in the lesson. It passes slowly while the page is in the background. */
    let time = 0;
    let [arrived, nextArrival, hostTime] = [0, 0, -Infinity];
    /** The steps that the host has done. */
    const done = new Set();
    const timer = setInterval(look, lookTime);
    element("rehearsal-end").onclick = end;
    draw();

    function look() {
        time += lookTime;
        if (told.connection?.state === "ended") return stop();
        draw();
        if (told.connection?.state !== "joined" || !told.people) return;
        if (arrived < pupils.length && time >= nextArrival) {
            nextArrival = time + arrivalTime;
            arrive(arrived++);
        }
        for (const { place, action } of decide(seen(told.people), time)) {
            // An action that is void by now needs no report.
            pupils[place]?.act(/** @type {import("../../docs/api/calcroom.js").Action} */ (action)).catch(() => {});
        }
    }

    /** @param {number} place */
    async function arrive(place) {
        const room = await join(location.origin + path, {
            name: words.names[place], secret: `${secret}-${place}`, signal: leaving.signal,
        }).catch(() => undefined);
        pupils[place] = room;
        // The first pupil listens for all.
        if (place === 0) room?.on("event", ({ by, press }) => {
            if (press && by === told.people?.you) hostTime = time;
        });
        room?.closed.then(() => (pupils[place] = undefined));
    }

    /**
     * @param {People} people
     * @returns {RehearsalView}
     */
    function seen({ all, locked }) {
        const { question } = told;
        return {
            locked, hostTime, keypad: told.display?.keypad ?? "",
            question: question ? { ...question, open: question.stage === 1 } : undefined,
            pupils: pupils.map((room) => {
                const person = room?.state === "joined" ? all.find(({ who }) => who === room.you) : undefined;
                return person && { hand: person.hand !== undefined, keypad: person.keypad === true };
            }),
        };
    }

    /** Shows the first step that the host has not done. */
    function draw() {
        const { people, question } = told;
        if (arrived === pupils.length) done.add("arriving");
        if (people?.locked) done.add("lock");
        if (givenTo(people?.all ?? []).length > 0) done.add("give");
        if (question) done.add("ask");
        if (question && question.stage > 2) done.add("groups");
        if (people?.watching) done.add("board");
        const { lock, give } = texts.people;
        const { ask, share, board } = texts.room;
        const steps = {
            arriving: words.arriving, lock: fill(words.lock, lock), give: fill(words.give, give),
            ask: fill(words.ask, ask), groups: words.groups, board: fill(words.board, share, board),
        };
        const next = Object.entries(steps).find(([name]) => !done.has(name));
        write(element("rehearsal-next"), next?.[1] ?? words.over);
    }

    function stop() {
        clearInterval(timer);
        leaving.abort();
        element("rehearsal").remove();
        document.documentElement.removeAttribute("data-rehearsal");
    }

    /** Deletes the room, and goes home when the pupils have heard of it. */
    async function end() {
        clearInterval(timer);
        act({ delete: true });
        const late = new Promise((resolve) => setTimeout(resolve, deletionTime));
        await Promise.race([late, ...pupils.flatMap((room) => room?.closed ?? [])]);
        location.assign("/");
    }
}

/**
 * The client library belongs to the server, and not to a version of the page.
 * @returns {Promise<typeof import("../../docs/api/calcroom.js")>}
 */
const loadLibrary = () => import(new URL("/api/calcroom.js", location.href).href);
