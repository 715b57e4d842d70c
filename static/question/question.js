// A question of a host: everybody works it out on a private calculator and hands in an answer. Hosts have a sheet
// for it, the others a card above the calculator's screen.
import { readerOf } from "../class/participants.js";
import { goPrivate } from "../offline/alone.js";
import { lazy } from "../offline/page-files.js";
import { keep, parsed } from "../offline/storage.js";
import { element, loadStyle, write } from "../page/dom.js";
import { fill, loadPart, texts } from "../text/texts.js";
import { makeCard } from "./card.js";
import { countsOf } from "./groups.js";
import { answerOf, keysMax, makeCalculator, makeTrack } from "./private-keys.js";

/** The least height of the screen next to a card, in pixels. */
const screenMin = 72;
/** The least height of a card with a row of buttons below its text, in pixels. */
const rowsMin = 70;
/** Pixels between a card and the screen or the keypad below it. */
const gap = 4;

/** @param {Room} shared */
export async function makeQuestion(shared) {
    const { room, act, say, announce, nameOf } = shared;
    const { dataset } = element("room");
    const [part] = await Promise.all([loadPart("question"), loadStyle("alone.css")]);
    if (dataset.view === "board") element("calculator").append(part);
    else element("stage").after(part);
    const words = texts.question;
    const card = element("question");
    const [text, answer, back] = [element("question-text"), element("question-answer"), element("question-back")];
    const drawCard = makeCard(nameOf);
    const host = lazy(async () => (await import("./host.js")).makeHostSheet(shared), "host.js");
    const store = keep(`question ${room}`, "sessionStorage");
    /** @type {RoomQuestion | undefined} */
    let question;
    let { people } = shared.told;
    /**
     * The private calculator, while it has the keypad.
     * @type {{ end(): void, handIn(): string[] } | undefined}
     */
    let answering;
    /** The question that was announced, that could be answered, and whose private calculator or card was left. */
    let [announced, begun, left, closedCard] = [0, 0, 0, ""];
    const nameOfStage = () => `${question?.question} ${question?.stage}`;
    /** Changes if the card has other buttons or groups. */
    const nameOfCard = () => `${nameOfStage()} ${answering !== undefined}`;
    const own = () => question?.answers.find(({ who }) => who === people?.you);
    /** Boards, replays and spectators do not answer. */
    const isWorking = () => !dataset.view || dataset.view === "alone";
    const mayAnswer = () => people?.you !== undefined && question?.stage === 1 && isWorking();
    back.onclick = leave;
    element("question-close").onclick = () => {
        closedCard = nameOfStage();
        drawOwn();
    };
    text.onclick = () => {
        if (card.dataset.whole) delete card.dataset.whole;
        else if (text.matches(".cut")) card.dataset.whole = nameOfCard();
        makeSpace();
    };
    const observer = new ResizeObserver(makeSpace);
    for (const one of [card, element("stage")]) observer.observe(one);
    return { draw, open };

    /**
     * Moves the screen below the card, as far as it keeps a number and its expression, and limits the card to the
     * space above them.
     */
    function makeSpace() {
        if (card.dataset.whole) return;
        const [screen, { style }] = [element("screen"), element("room")];
        const [{ top, left, right }, around] = [card.getBoundingClientRect(), screen.getBoundingClientRect()];
        const isAbove = left < around.right && around.left < right;
        const end = isAbove ? around.bottom - screenMin : element("keypad").getBoundingClientRect().top;
        const most = end - gap - top;
        style.setProperty("--question-most", `${most}px`);
        card.classList.toggle("low", most < rowsMin);
        const start = around.top - parseFloat(getComputedStyle(screen).marginTop);
        const space = isAbove ? Math.min(card.getBoundingClientRect().bottom + gap, end) - start : 0;
        style.setProperty("--question", `${Math.max(0, space)}px`);
        // Parts that are too long take the focus, so that a keyboard can scroll them.
        for (const part of [text, element("question-groups")]) {
            part.tabIndex = part.classList.toggle("cut", part.scrollHeight > part.clientHeight + 1) ? 0 : -1;
        }
    }

    /** Opens the sheet of a host. */
    async function open() {
        (await host.load()).open();
    }

    /** @param {View} parts */
    function draw(parts) {
        people = parts.people ?? people;
        if (parts.question !== undefined) {
            if (question?.question !== parts.question?.question) endAnswering();
            question = parts.question ?? undefined;
        }
        for (const { void: why, of } of parts.notices ?? []) {
            if (of === "answer" && why === "full") say(words.full);
        }
        const isHost = readerOf(people)?.host;
        host.loaded?.then(({ draw }) => draw(question, people));
        drawOpener(isHost ? question : undefined);
        if (!isHost && question) {
            drawOwn();
            return begin(question);
        }
        endAnswering();
        card.hidden = true;
        delete dataset.question;
    }

    /**
     * Writes the number of answers on the buttons that open the sheet of a host.
     * @param {RoomQuestion} [question]
     */
    function drawOpener(question) {
        const counts = question && countsOf(question);
        const opener = element("ask-open");
        write(opener, counts ? fill(words.progress, ...counts) : texts.room.ask);
        opener.ariaLabel = counts ? fill(words.asked, opener.textContent ?? "") : null;
        opener.classList.toggle("main", counts !== undefined);
        if (counts) element("room").style.setProperty("--answers", `"${counts.join("/")}"`);
        else element("room").style.removeProperty("--answers");
    }

    /** @param {RoomQuestion} asked */
    function begin({ question: number, text, stage }) {
        if (number !== announced && isWorking()) {
            announce(fill(words.asked, text || words.title));
        }
        announced = number;
        // A newcomer can answer after the name was given.
        if (number === begun || stage !== 1 || !mayAnswer()) return;
        begun = number;
        if (!own() && left !== number && !shared.alone && !shared.editing) beginAnswering();
    }

    function drawOwn() {
        if (!question) return;
        if (question.stage !== 1) endAnswering();
        drawCard(question, people?.you);
        const isAnswered = own() !== undefined;
        card.hidden = closedCard === nameOfStage();
        if (card.dataset.whole !== nameOfCard()) delete card.dataset.whole;
        if (card.hidden) delete dataset.question;
        else dataset.question = card.dataset.stage;
        answer.hidden = !mayAnswer();
        back.hidden = !answering;
        element("question-close").hidden = question.stage === 1;
        answer.textContent = answering ? words.handIn : isAnswered ? words.change : words.answer;
        answer.onclick = answering ? handIn : beginAnswering;
        drawReason();
        makeSpace();
    }

    /** Says why the keys cannot be handed in. */
    function drawReason() {
        const keys = answering?.handIn();
        const why = !keys ? "" : keys.length === 0 ? words.noKeys : keys.length > keysMax ? words.tooLong : "";
        answer.disabled = why !== "";
        write(element("question-why"), keys && keys.length > keysMax ? words.tooLong : "");
    }

    async function beginAnswering() {
        if (!question || answering) return;
        const { question: number } = question;
        // The keys from before the page was loaded.
        const saved = parsed(store);
        const before = (saved?.number === number ? saved.keys : own()?.keys) ?? [];
        const [calculator, checker] = await Promise.all([
            makeCalculator(question, before), makeCalculator(question)]);
        // The question may have ended since, and a second tap may have been faster.
        if (question?.question !== number || !mayAnswer() || answering) return;
        if (shared.alone) element("alone-back").click();
        const track = makeTrack(before);
        let { display } = calculator;
        const { end } = goPrivate(shared, calculator.replica, (call, shown) => {
            if (shown) {
                track.note(call, shown);
                display = { ...display, ...shown };
            }
            store.write(JSON.stringify({ number, keys: track.keys() }));
            drawReason();
        });
        shared.draw({ display });
        answering = { end, handIn: () => answerOf(checker, track.keys(), display) };
        left = 0;
        drawOwn();
    }

    function handIn() {
        const keys = answering?.handIn() ?? [];
        if (!question || keys.length === 0 || keys.length > keysMax) return;
        const { question: number } = question;
        endAnswering();
        act({ answer: { question: number, keys } });
    }

    function leave() {
        left = question?.question ?? 0;
        endAnswering();
        drawOwn();
    }

    function endAnswering() {
        answering?.end();
        answering = undefined;
    }
}
