// Decides the actions of a rehearsal's pupils. They depend on the view of the room, the time and random numbers only, so
// that a test is a list of calls.

/** Short calculations that every keypad can do. */
const sums = ["7*8=", "12+30=", "9*9=", "100-37=", "48/6=", "15*4=", "25+75="].map((keys) => [...keys]);
/** Signs in questions, and the keys that mean them. */
const signs = { "×": "*", "·": "*", "∙": "*", "÷": "/", ":": "/", "−": "-", "–": "-" };
/** The key that a pupil with a typical mistake presses in place of another one. */
const wrongKeys = { "*": "+", "+": "*", "-": "+", "/": "-" };
/** Pupils by their place in the class: those who make mistakes, the one who is late, and the one who clears. */
const [swapping, confusing, hurrying, late, joker] = [3, 6, 9, 11, 4];
/** At most so many keys are an answer, with `=`. */
const keysMax = 60;

/** Milliseconds between keys, between turns on an open keypad, and that pupils wait while the host works. */
const keyTime = 450, turnTime = 5000, respectTime = 6000;
/** Milliseconds from a locked keypad to raised hands, and from a used keypad to the next hand. */
const handTimes = [1500, 4000, 9000], nextHandTime = 3000;
/** Milliseconds from a question to the first answer, between two answers, and to the late one. */
const thinkTime = 3000, answerTime = 900, lateTime = 25_000;

/**
 * The keys of the longest calculation in a question, such as `12 × 12?`. Without one, its first two numbers are
 * multiplied, or two others.
 * @param {string} text
 */
export function calculationIn(text) {
    const plain = text.normalize("NFKC").replace(/[×·∙÷:−–]/g, (sign) => signs[/** @type {"×"} */ (sign)])
        .replace(/(?<=\d\s*)x(?=\s*\d)/gi, "*").replaceAll(/(?<=\d),(?=\d)/g, ".");
    const number = String.raw`\d+(?:\.\d+)?`;
    /** @type {string[]} */
    const found = plain.match(new RegExp(`${number}(?:\\s*[-+*/]\\s*${number})+`, "g")) ?? [];
    const longest = found.reduce((one, other) => (other.length > one.length ? other : one), "");
    const [first = "6", second = "7"] = plain.match(new RegExp(number, "g")) ?? [];
    const keys = [...(longest || `${first}*${second}`).replaceAll(/\s/g, "")];
    return keys.length > keysMax ? [..."6*7"] : keys;
}

/**
 * The keys of a pupil's answer. Most are right, and some have a typical mistake: two digits in the wrong order, an
 * operation for another one, or the operations one after the other.
 * @param {string} text
 * @param {number} place of the pupil in the class
 */
export function answerTo(text, place) {
    const keys = calculationIn(text);
    const second = keys.findIndex((key, index) => "*/".includes(key) && /[+-]/.test(keys.slice(0, index).join("")));
    if (place === hurrying && second > 0) keys.splice(second, 0, "=");
    else if (place === confusing || place === hurrying) {
        const at = keys.findIndex((key) => key in wrongKeys);
        keys[at] = wrongKeys[/** @type {"*"} */ (keys[at])];
    }
    if (place === swapping) {
        const at = keys.findIndex((key, index) =>
            /\d/.test(key) && /\d/.test(keys[index + 1]) && key !== keys[index + 1]);
        // Without two digits to swap, the finger slips to the next key.
        if (at < 0) keys.push(`${(Number(keys.pop()) + 1) % 10}`);
        else keys.splice(at, 2, keys[at + 1], keys[at]);
    }
    return [...keys, "="];
}

/** @param {string} keypad */
const clearing = (keypad) => (keypad === "chain" ? "AC" : "C");

/**
 * A class of pupils. `chance` gives random numbers from 0 to 1.
 * @param {number} count
 * @param {() => number} chance
 */
export function makeClass(count, chance) {
    /** @type {string[][]} */
    const queues = Array.from({ length: count }, () => []);
    /** @type {number[]} */
    const keyTimes = Array(count).fill(0);
    /**
     * The times at which pupils raise their hands.
     * @type {Map<number, number>}
     */
    const hands = new Map();
    /**
     * The times at which they hand in their answers.
     * @type {Map<number, number>}
     */
    const answers = new Map();
    /** @type {Set<number>} */
    let holders = new Set();
    let wasLocked = false;
    let question = 0;
    let turn = 0;
    /** @type {number | undefined} */
    let nextTurn;

    const anyone = () => Math.floor(chance() * count);
    const sum = () => [...sums[Math.floor(chance() * sums.length)]];
    const isDue = (/** @type {Map<number, number>} */ times, /** @type {number} */ place, /** @type {number} */ time) =>
        (times.get(place) ?? Infinity) <= time;

    /**
     * The actions of all pupils now. Only those who are in the room act.
     * @param {RehearsalView} seen
     * @param {number} time
     * @returns {{ place: number, action: Action }[]}
     */
    return function act(seen, time) {
        follow(seen, time);
        return seen.pupils.flatMap((pupil, place) => {
            const action = pupil && actionOf(place, pupil, seen, time);
            return action ? [{ place, action }] : [];
        });
    };

    /**
     * Plans the reactions of pupils to a change in the room.
     * @param {RehearsalView} seen
     * @param {number} time
     */
    function follow({ pupils, locked, question: asked, keypad, hostTime }, time) {
        if (locked !== wasLocked) {
            hands.clear();
            queues.forEach((queue) => queue.splice(0));
            nextTurn = undefined;
            const first = anyone();
            if (locked) handTimes.forEach((delay, index) => hands.set((first + 5 * index) % count, time + delay));
        }
        wasLocked = locked;
        const now = new Set(pupils.flatMap((pupil, place) => (locked && pupil?.keypad ? [place] : [])));
        for (const place of now) {
            if (!holders.has(place)) plan(place, [clearing(keypad), ...sum()], time + 2 * keyTime);
        }
        for (const place of holders) {
            if (now.has(place)) continue;
            queues[place].splice(0);
            if (locked) hands.set((place + 1 + anyone()) % count, time + nextHandTime);
        }
        holders = now;
        if ((asked?.question ?? 0) !== question) {
            question = asked?.question ?? 0;
            answers.clear();
            queues.forEach((queue) => queue.splice(0));
            const first = anyone();
            if (asked) pupils.forEach((_, place) => answers.set(place, time + (place === late ? lateTime
                : thinkTime + answerTime * (((place + first) % count) + chance()))));
        }
        if (locked || asked || time - hostTime < respectTime) {
            nextTurn = undefined;
            if (!locked) queues.forEach((queue) => queue.splice(0));
            return;
        }
        nextTurn ??= time + turnTime * (0.5 + chance() / 2);
        if (time < nextTurn || queues.some((queue) => queue.length > 0)) return;
        nextTurn = time + turnTime * (0.5 + chance());
        turn += 1;
        const isJoke = turn % 4 === 0;
        plan(isJoke ? joker : anyone(), isJoke ? [clearing(keypad)] : sum(), time);
    }

    /**
     * @param {number} place
     * @param {string[]} keys
     * @param {number} time
     */
    function plan(place, keys, time) {
        queues[place] = keys;
        keyTimes[place] = time;
    }

    /**
     * @param {number} place
     * @param {RehearsedPupil} pupil
     * @param {RehearsalView} seen
     * @param {number} time
     * @returns {Action | undefined}
     */
    function actionOf(place, { hand, keypad }, { locked, question: asked }, time) {
        if (asked?.open && isDue(answers, place, time)) {
            answers.delete(place);
            return { answer: { question: asked.question, keys: answerTo(asked.text, place) } };
        }
        if (hand && (keypad || !locked)) return { hand: false };
        if (locked && !keypad && isDue(hands, place, time)) {
            hands.delete(place);
            return hand ? undefined : { hand: true };
        }
        if (queues[place].length === 0 || time < keyTimes[place]) return undefined;
        keyTimes[place] = time + keyTime * (0.7 + chance());
        return { press: queues[place].shift() };
    }
}
