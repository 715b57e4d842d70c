// Draws a question for everybody but hosts: its text, the progress, and the groups once they are revealed.
import { drawList, drawnBy, element, make, write } from "../page/dom.js";
import { fill, texts } from "../text/texts.js";
import { countsOf, groupsOf, isRevealed, resultOf } from "./groups.js";

/** @param {NameOf} nameOf */
export function makeCard(nameOf) {
    const words = texts.question;
    let shown = { total: 1, names: false };

    /**
     * @param {RoomQuestion} question
     * @param {number} [you]
     */
    return function draw(question, you) {
        const [count, total] = countsOf(question);
        const card = element("question");
        card.dataset.stage = isRevealed(question) ? "revealed" : question.stage === 1 ? "open" : "closed";
        const text = element("question-text");
        write(text, question.text || words.title);
        text.style.setProperty("--length", `${text.textContent?.length}`);
        const own = question.answers.find(({ who }) => you !== undefined && who === you);
        write(element("question-state"), stateOf(question, own, fill(words.progress, count, total)));
        const groups = isRevealed(question) ? groupsOf(question.answers, you) : [];
        shown = { total: count, names: question.stage === 4 };
        element("question-groups").style.setProperty("--groups", `${groups.length}`);
        drawList(element("question-groups"), groups, ({ result }) => result, makeGroup);
    };

    /**
     * @param {RoomQuestion} question
     * @param {RoomAnswer | undefined} own
     * @param {string} progress
     */
    function stateOf({ stage, pending }, own, progress) {
        const result = resultOf(own?.result ?? "");
        if (pending) return fill(words.sending, result);
        if (stage === 1) return own ? `${fill(words.handedIn, result)} · ${progress}` : progress;
        const ending = stage === 2 ? words.closed : "";
        return [ending, own && fill(words.yours, result), progress].filter(Boolean).join(" · ");
    }

    function makeGroup() {
        const [result, count, names] = [make("b"), make("span"), make("small")];
        const line = make("li", {}, result, count, names);
        return drawnBy(line, (/** @type {AnswerGroup} */ { result: text, answers, own }) => {
            line.style.setProperty("--part", `${answers.length / shown.total}`);
            line.classList.toggle("own", own);
            write(result, resultOf(text));
            write(count, own ? `${answers.length} · ${words.you}` : answers.length);
            write(names, shown.names ? answers.map(({ who = 0 }) => nameOf(who)).join(", ") : "");
        });
    }
}
