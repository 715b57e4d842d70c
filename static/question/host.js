// The sheet of a host: asks a question, then shows the answers as they come, and what to do with them.
import { askFirst } from "../class/asking.js";
import { readerOf } from "../class/participants.js";
import { loadExpressions } from "../room/replica.js";
import { keep, parsed } from "../offline/storage.js";
import { open as openSheet } from "../page/dialogs.js";
import { drawList, drawnBy, element, loadStyle, make, write } from "../page/dom.js";
import { local } from "../text/numbers.js";
import { fill, nameOfKeypad, texts } from "../text/texts.js";
import { countsOf, groupsOf, isRevealed, resultOf } from "./groups.js";
import { makeCalculator } from "./private-keys.js";

/** Questions of this browser that can be asked again. */
const earlierMax = 20;
const earlier = keep("questions");

/** @typedef {{ text: string, keypad: string }} Asked */

/** @returns {Asked[]} */
const readEarlier = () => parsed(earlier) ?? [];

/** @param {Room} shared */
export async function makeHostSheet({ act, told, nameOf, say }) {
    const words = texts.question;
    const sheet = element("asking");
    const [form, text, keypad] = [element("ask-form"), element("ask-text"), element("ask-keypad")];
    const names = element("answers-names");
    const ending = element("ask-end");
    // The style of `ask-end`.
    await loadStyle("lesson.css");
    /** @type {RoomQuestion | undefined} */
    let question;
    /** True from the click until the room has the question. */
    let isAsking = false;
    /**
     * The text of each list of keys.
     * @type {((keys: string[]) => string) | undefined}
     */
    let expressionOf;
    let expressionsFor = "";
    keypad.append(...Object.keys(texts.keypads).map((value) =>
        make("option", { value, textContent: nameOfKeypad(value) })));
    listen();
    return { open, draw };

    function open() {
        if (!told.question) {
            keypad.value = told.display?.keypad ?? "formula";
            drawEarlier();
        }
        draw(told.question ?? undefined, told.people);
        openSheet(sheet);
    }

    /**
     * @param {RoomQuestion | undefined} now
     * @param {People} [people]
     */
    function draw(now, people) {
        if (question?.question !== now?.question) ending.close();
        if (!readerOf(people)?.host || people?.closed) return sheet.close();
        if (question && !now) sheet.close();
        question = now;
        if (now) isAsking = false;
        form.hidden = now !== undefined || isAsking;
        element("answers").hidden = now === undefined;
        if (!now) return;
        const [count, total] = countsOf(now);
        const isShown = isRevealed(now);
        write(element("answers-text"), now.text || words.title);
        write(element("ask-end-why"), fill(words.sureEnd, count));
        write(element("answers-state"), [nameOfKeypad(now.keypad), fill(words.progress, count, total)].join(" · "));
        element("answers-close").hidden = now.stage !== 1;
        element("answers-show").hidden = now.stage !== 2;
        element("answers-with").hidden = now.stage === 1;
        if (isShown) names.checked = now.stage === 4;
        element("answers-end").classList.toggle("main", isShown);
        drawList(element("answers-groups"), groupsOf(now.answers), ({ result }) => result, makeGroup);
        const waiting = people?.all.filter(({ who, here, host }) =>
            here && !host && !now.answers.some((answer) => answer.who === who)) ?? [];
        write(element("answers-waiting"), waiting.length > 0
            ? fill(words.waiting, waiting.map(({ who }) => nameOf(who)).join(", ")) : "");
        readExpressions(now);
    }

    function makeGroup() {
        const [result, count, rows] = [make("h3"), make("span"), make("ul")];
        const head = make("div", {}, result, count);
        return drawnBy(make("li", {}, head, rows), (/** @type {AnswerGroup} */ { result: text, answers }) => {
            write(result, resultOf(text));
            write(count, answers.length);
            drawList(rows, answers, ({ who }) => who, makeRow);
        });
    }

    function makeRow() {
        const [name, expression] = [make("bdi"), make("span")];
        const show = make("button", {}, words.show);
        return drawnBy(make("li", {}, name, expression, show),
            (/** @type {RoomAnswer} */ { who = 0, keys = [] }) => {
                write(name, nameOf(who));
                write(expression, expressionOf?.(keys) ?? "");
                show.hidden = !question || !isRevealed(question);
                show.ariaLabel = fill(words.showOf, nameOf(who));
                show.onclick = () => {
                    act({ showAnswer: { question: question?.question, who } });
                    sheet.close();
                };
            });
    }

    /**
     * Loads the module that writes expressions, which this question's keypad decides.
     * @param {RoomQuestion} now
     */
    async function readExpressions(now) {
        const wanted = `${now.keypad} ${now.radians}`;
        if (expressionsFor === wanted) return;
        expressionsFor = wanted;
        const { replica } = await makeCalculator(now);
        const ask = await loadExpressions(replica.ask);
        /** @type {Map<string, string>} */
        const known = new Map();
        expressionOf = (keys) => {
            const names = keys.join(" ");
            const { expression, main } = ask("editor", names).editor ?? { expression: "", main: "" };
            const text = known.get(names) ?? (expression ? local(expression) : resultOf(main));
            known.set(names, text);
            return text;
        };
        draw(question, told.people);
    }

    function drawEarlier() {
        const all = readEarlier();
        element("ask-again").hidden = all.length === 0;
        drawList(element("ask-earlier"), all, ({ text, keypad }) => `${keypad} ${text}`, () => {
            const button = make("button", { type: "button" });
            return drawnBy(make("li", {}, button), (/** @type {Asked} */ asked) => {
                write(button, `${asked.text || words.title} · ${nameOfKeypad(asked.keypad)}`);
                button.onclick = () => ask(asked);
            });
        });
    }

    /** @param {Asked} asked */
    function ask(asked) {
        const rest = readEarlier().filter((one) => one.text !== asked.text || one.keypad !== asked.keypad);
        earlier.write(JSON.stringify([asked, ...rest].slice(0, earlierMax)));
        act({ ask: asked.text ? asked : { keypad: asked.keypad } });
        text.value = "";
        isAsking = told.question === null || told.question === undefined;
        form.hidden = isAsking;
    }

    function listen() {
        form.onsubmit = (event) => {
            event.preventDefault();
            ask({ text: text.value.trim(), keypad: keypad.value });
        };
        const number = () => question?.question;
        const reveal = () => act({ reveal: { question: number(), ...(names.checked && { names: true }) } });
        element("answers-close").onclick = () => act({ closeQuestion: number() });
        element("answers-show").onclick = reveal;
        names.onchange = () => question && isRevealed(question) && reveal();
        const end = (/** @type {Action} */ action) => {
            act(action);
            say(words.ended);
        };
        // The lesson keeps answers that were shown.
        element("answers-end").onclick = () =>
            (question && isRevealed(question) ? end({ endQuestion: number() }) : askFirst(ending, end, number()));
        sheet.addEventListener("close", () => (isAsking = false));
    }
}
