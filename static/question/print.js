// Writes the questions of a printed lesson.
import { make } from "../page/dom.js";
import { fill, nameOfKeypad, texts } from "../text/texts.js";
import { resultOf } from "./groups.js";

/**
 * A line of the lesson as a row of the table. A question has its text and the number of answers as words, so that
 * their digits stay as they are.
 * @param {LessonLine} line
 * @returns {LessonLine}
 */
export const rowOf = (line) => line.question === undefined ? line : {
    ...line, name: "", words: [
        fill(texts.question.asked, line.question || nameOfKeypad(line.keypad ?? "")),
        fill(texts.question.answers, line.answers ?? 0),
    ],
};

/**
 * The groups of a question with their sizes, and with the names that were shown.
 * @param {LessonLine} line
 * @param {NameOf} nameOf
 */
export function groupsBelow({ groups = [] }, nameOf) {
    const rows = groups.map(({ result, answers }) => {
        const names = answers.flatMap(({ by, name }) => (by === undefined ? [] : nameOf(by, name)));
        const what = `${resultOf(result)}: ${answers.length}`;
        return make("li", {}, names.length > 0 ? `${what} (${names.join(", ")})` : what);
    });
    return make("ul", {}, ...rows);
}
