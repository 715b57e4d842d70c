// The tools of a host, except for the lock of the keypad. Each explains itself before the click, and asks first if it
// cannot be undone.
import { randomWord } from "../offline/storage.js";
import { element, write } from "../page/dom.js";
import { fill, firstOf, loadPart, nameOf, texts } from "../text/texts.js";
import { askFirst, show } from "./asking.js";
import { readerOf } from "./participants.js";
import { offerCopy, showWay } from "./sharing.js";

/** The number of people whose steps a button names. The others are counted. */
const shownMax = 4;

/** @param {Room} room */
export async function makeLesson({ room, path, act, ask: inquire, told, documentAt, nameOf: nameOfNumber, say }) {
    const part = await loadPart("lesson");
    document.body.append(part);
    const sheet = element("lesson");
    const dialog = element("host-link");
    const [door, names, spectators] =
        [element("lesson-door"), element("lesson-names"), element("lesson-spectators")];
    /** The secret of the host link. */
    let secret = "";
    /** True until the room has decided about that secret. */
    let isNew = false;
    /** True if the room accepts it. */
    let isOut = false;
    listen();
    draw();
    return { draw, about, becomeHost, open: () => show(sheet) };

    function draw() {
        if (!told.people) return;
        const { all, closed, holdsNames, hostLink, ownLink = false } = told.people;
        if (!readerOf(told.people)?.host) sheet.close();
        door.checked = told.people.door;
        names.checked = holdsNames === true;
        spectators.checked = told.people.spectators !== false;
        write(element("lesson-watching"), fill(texts.lesson.watching, told.people.watching ?? 0));
        // The host must see every name here before it is shown.
        const held = all.filter((person) => person.held && person.here);
        element("lesson-show").hidden = held.length < 2;
        element("lesson-show").onclick = () => held.forEach(({ held }) => act({ show: held }));
        /** @type {NodeListOf<HTMLInputElement | HTMLButtonElement>} */
        const places = sheet.querySelectorAll("input, #lesson-link, #lesson-clear");
        for (const place of places) place.disabled = closed;
        write(element("lesson-close"), closed ? texts.people.openAgain : texts.lesson.close);
        // Until the next line is written, a cleared tape can be restored.
        write(element("lesson-clear"), told.tape?.restorable ? texts.lesson.restore : texts.lesson.clear);
        element("host-link-shut").hidden = told.people.door;
        isNew &&= !ownLink && told.pending !== 0;
        if (isNew) return;
        if (isOut && !ownLink) {
            if (dialog.open) say(hostLink ? texts.lesson.linkReplaced : texts.lesson.linkUsed);
            dialog.close();
            sheet.close();
        }
        isOut = ownLink;
    }

    /** @param {Person} person */
    function about(person) {
        const { who } = person;
        const { rewind } = inquire("rewind", "", who);
        const button = element("ask-rewind");
        element("ask-rewind-part").hidden = !rewind;
        if (rewind) {
            const steps = rewind.steps.map(({ by, count }) => `${nameOfNumber(by)} ×${count}`);
            button.textContent = fill(texts.lesson.rewind, firstOf(steps, shownMax));
            button.value = JSON.stringify([{ removeAndRewind: { who, since: rewind.since } }]);
        }
        const since = cameSince(told.people?.all ?? [], who);
        const removals = since.map((each) => ({ remove: each.who }));
        Object.assign(element("ask-since"), {
            hidden: since.length < 2, textContent: fill(texts.lesson.removeSince, since.length),
            value: JSON.stringify([{ door: false }, ...removals]),
        });
        element("ask-name").textContent = nameOf(person);
        element("ask-shut").hidden = !told.people?.door;
        ask(element("ask-person"), who);
    }

    /**
     * @param {HTMLDialogElement} dialog
     * @param {number} [who]
     */
    function ask(dialog, who) {
        askFirst(dialog, (action) => {
            sheet.close();
            act(action);
        }, who);
    }

    /** Uses the host link that this page was opened by. No server receives the fragment with its secret. */
    function becomeHost() {
        const [, useLink] = location.hash.split("#host=");
        if (useLink && /^[\w-]{22,64}$/.test(useLink)) act({ useLink });
        history.replaceState(null, "", location.pathname);
    }

    function offerLink() {
        if (!isOut && !isNew) {
            secret = randomWord(18);
            act({ hostLink: secret });
            isNew = true;
        }
        const text = element("host-link-text");
        offerCopy(element("host-link-copy"), text);
        ask(dialog);
        showWay(path, ({ href }, source = "") => {
            text.value = href;
            element("host-link-picture").src = source;
        }, secret);
    }

    function listen() {
        for (const [name, box] of Object.entries({ door, spectators, names })) {
            box.onchange = () => act({ [name]: box.checked });
        }
        element("lesson-link").onclick = offerLink;
        element("lesson-clear").onclick = () =>
            act(told.tape?.restorable ? { restoreTape: true } : { clearTape: true });
        element("lesson-close").onclick = () =>
            act(told.people?.closed ? { open: true } : { close: true });
        /** @type {NodeListOf<HTMLButtonElement>} */
        const buttons = sheet.querySelectorAll("[data-ask], [data-save]");
        for (const button of buttons) {
            const { ask: id, save } = button.dataset;
            button.onclick = () => (id ? ask(/** @type {HTMLDialogElement} */ (document.getElementById(id)))
                : saveAs(save));
        }
    }

    /** @param {string} [kind] `csv`, `txt` or `print` */
    async function saveAs(kind) {
        const { printKeys, save } = await import("../tape/tape-tools.js");
        const tape = { room, documentAt, say, nameOf: nameOfNumber, withKeys: true };
        if (kind === "csv" || kind === "txt") save(tape, kind);
        else await printKeys(tape);
    }
}

/**
 * A person and those who came later, without hosts. Numbers are in the order of arrival.
 * @param {Person[]} all
 * @param {number} first
 */
export const cameSince = (all, first) => all.filter(({ who, host }) => who >= first && !host);
