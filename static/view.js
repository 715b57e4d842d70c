// Draws the parts of the replica's view that changed, each in its place.
import { PeopleView, hue } from "./people.js";
import { connections, errors, faces, keypadNames, refusals, remarks, tooMany, voids } from "./texts.js";

const element = (id) => document.getElementById(id);
const noticeTime = 6000;

export class RoomView {
    #keypad;
    #people;
    #act;
    #end;

    constructor(layouts, keypad, act, end) {
        this.#keypad = keypad;
        this.#people = new PeopleView(act);
        this.#act = act;
        this.#end = end;
        element("keypad-kind").append(
            ...layouts.map(({ name }) => new Option(keypadNames[name] ?? name, name)));
    }

    draw(parts) {
        for (const [name, part] of Object.entries(parts)) this.#parts[name]?.(part);
    }

    #parts = {
        display: (display) => this.#drawDisplay(display),
        tape: (lines) => this.#drawTape(lines),
        people: (people) => this.#people.draw(people),
        pending: (count) => (element("display").dataset.pending = count),
        connection: (connection) => this.#drawConnection(connection),
        question: (actions) => this.#drawQuestion(actions),
        keys: (keys) => keys.forEach(({ by, key }) => this.#keypad.flash(key, hue(by))),
        notices: (notices) => notices.forEach((notice) => this.#say(notice)),
    };

    #drawDisplay(display) {
        const [, error] = display.main.split("error:");
        const main = element("display");
        main.textContent = error ? errors[error] ?? error : display.main;
        main.style.setProperty("--length", main.textContent.length);
        main.className = error ? "error" : display.live ? "live" : "";
        element("expression").textContent = display.expression;
        element("remark").textContent =
            display.notice === "repeated" && display.again
                ? `repeated ${display.again}` : remarks[display.notice] ?? "";
        element("screen").dataset.memory = display.memory ?? "";
        element("rules").textContent = display.example ?? "";
        element("keypad-kind").value = display.keypad;
        element("undo").disabled = !display.canUndo;
        element("redo").disabled = !display.canRedo;
        this.#keypad.show(display.keypad, display.radians ?? false);
    }

    #drawTape(lines) {
        element("tape").replaceChildren(...lines.map((line) => this.#line(line)).reverse());
    }

    #line({ seq, by, expression, result, error, undone, pending }) {
        const line = document.createElement("li");
        const recall = document.createElement("button");
        const outcome = result ?? (error ? errors[error] ?? error : "…");
        recall.textContent = `${expression} = ${outcome}`;
        recall.onclick = () => this.#act({ recall: seq });
        recall.disabled = result === undefined || pending === true;
        line.classList.toggle("undone", undone === true);
        line.classList.toggle("pending", pending === true);
        line.style.setProperty("--hue", hue(by));
        line.append(recall);
        return line;
    }

    #drawConnection({ state, current, why, gone }) {
        if (state === "ended") return this.#end(why);
        element("gone").hidden = gone !== true;
        const name = state === "joined" ? (current ? "current" : "doubtful") : state;
        element("connection").textContent = connections[name];
        element("room").dataset.connection = name;
    }

    #drawQuestion(actions) {
        element("question").hidden = actions.length === 0;
        element("asked").textContent = actions.map(named).join(" ");
    }

    #say(notice) {
        const line = document.createElement("p");
        if (notice.void) line.textContent = `${named(notice.of)}: ${voids[notice.void] ?? notice.void}`;
        else line.textContent = notice.refused ? refusals[notice.refused] : tooMany;
        element("notices").append(line);
        setTimeout(() => line.remove(), noticeTime);
    }
}

/** An action as a person would recognise it; what is neither key nor step has no name. */
const named = (action) => faces[action] ?? keypadNames[action] ?? action ?? "That";
