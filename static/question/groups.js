// Groups answers by their results.
import { errorOf, outcomeOf } from "../calculator/outcomes.js";
import { texts } from "../text/texts.js";

/**
 * The visible answers in groups of equal results: the largest group first, and of equal ones the one with the
 * earliest answer. A group is `own` if it has the answer of this person.
 * @param {RoomAnswer[]} answers
 * @param {number} [you]
 * @returns {AnswerGroup[]}
 */
export function groupsOf(answers, you) {
    /** @type {Map<string, AnswerGroup>} */
    const groups = new Map();
    for (const answer of answers) {
        const { result } = answer;
        if (result === undefined) continue;
        const group = groups.get(result) ?? { result, answers: [], own: false };
        group.answers.push(answer);
        group.own ||= you !== undefined && answer.who === you;
        groups.set(result, group);
    }
    // Sorting keeps the order of groups of the same size.
    return [...groups.values()].sort((one, other) => other.answers.length - one.answers.length);
}

/**
 * A result in the reader's words. Every keypad counts an unfinished expression as the error `syntax`.
 * @param {string} result
 */
export const resultOf = (result) =>
    errorOf(result) === "syntax" ? texts.question.unfinished : outcomeOf({ result });

/**
 * True if everybody is shown the answers.
 * @param {RoomQuestion} question
 */
export const isRevealed = ({ stage }) => stage > 2;

/**
 * The answers handed in, of those and of the present people without one.
 * @param {RoomQuestion} question
 */
export const countsOf = ({ answers, waiting }) => [answers.length, answers.length + waiting];
