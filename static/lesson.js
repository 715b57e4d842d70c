// What a host does with a room beside locking it. What cannot be taken back is asked about: what a
// dialog answers is the actions that it leads to.
import { element } from "./elements.js";
import { randomWord } from "./kept.js";
import { offerCopy, showWay } from "./sharing.js";
import { open } from "./sheets.js";
import { loadPart, nameOf, texts } from "./texts.js";

export async function make({ room, path, act, told, documentAt, say }) {
    const part = await loadPart("lesson");
    document.body.append(part);
    const [sheet, dialog, text] = ["lesson", "host-link", "host-link-text"].map(element);
    /** Whom a question is about. */
    let asked;
    /** The link's, and whether the room takes it. */
    let secret;
    let isOut;
    listen();
    draw();
    return { draw, about, becomeHost, open: () => open(sheet) };

    function draw() {
        const { all, you, door, closed, holdsNames, hostLink, ownLink } = told.people;
        if (!all.find(({ who }) => who === you)?.host) sheet.close();
        element("lesson-door").checked = door;
        element("lesson-names").checked = holdsNames === true;
        // Those that the host sees here, and no others.
        const held = all.filter((person) => person.held && person.here);
        element("lesson-show").hidden = held.length < 2;
        element("lesson-show").onclick = () => held.forEach(({ held }) => act({ show: held }));
        for (const place of sheet.querySelectorAll("input, #lesson-link, .ends"))
            place.disabled = closed;
        element("host-link-shut").hidden = door;
        if (isOut && !ownLink) {
            if (dialog.open) say(hostLink ? texts.lesson.linkReplaced : texts.lesson.linkUsed);
            for (const place of [dialog, sheet]) place.close();
        }
        isOut = ownLink;
    }

    function about(person) {
        asked = person.who;
        element("ask-name").textContent = nameOf(person);
        element("ask-shut").hidden = !told.people.door;
        ask(element("ask-person"));
    }

    function ask(dialog) {
        dialog.returnValue = "";
        open(dialog);
    }

    function answer(actions) {
        if (actions) sheet.close();
        JSON.parse(actions.replace('"who"', asked) || "[]").forEach(act);
    }

    /** A link has its secret where no server is told of it. */
    function becomeHost() {
        const [, useLink] = location.hash.split("#host=");
        if (useLink) act({ useLink });
        history.replaceState(null, "", location.pathname);
    }

    function offerLink() {
        if (!isOut) act({ hostLink: (secret = randomWord(18)) });
        offerCopy(element("host-link-copy"), text);
        ask(dialog);
        showWay(path, ({ href }, source = "") => {
            text.value = href;
            element("host-link-picture").src = source;
        }, secret);
    }

    function listen() {
        element("lesson-door").onchange = ({ target }) => act({ door: target.checked });
        element("lesson-names").onchange = ({ target }) => act({ names: target.checked });
        element("lesson-link").onclick = offerLink;
        for (const button of sheet.querySelectorAll("[data-ask]"))
            button.onclick = () => ask(element(button.dataset.ask));
        for (const button of sheet.querySelectorAll("[data-save]")) button.onclick = async () =>
            (await import("./tape-more.js"))[button.dataset.save](
                { room, documentAt, say, withKeys: true });
        for (const question of document.querySelectorAll("dialog.ask"))
            question.onclose = () => answer(question.returnValue);
    }
}
