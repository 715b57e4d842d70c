// The home page: join a room, or make one. It also explains an address that cannot be a room's.
import { hasKeys, noteVisit, randomWord, visitedRooms } from "../offline/storage.js";
import { element, make } from "../page/dom.js";
import { fill, nameOfKeypad, texts } from "../text/texts.js";
import { addressOf, decoded, isRoomName, normalName, roomCode, roomNameFor, shownName } from "./room-name.js";

/**
 * @param {Layout[]} layouts
 * @param {string} [refused] the name in the page's address that cannot be a room's
 */
export function showHome(layouts, refused) {
    listenToJoining();
    listenToNaming(layouts);
    if (refused !== undefined) explain(refused);
    const visited = visitedRooms().filter(({ pupils }) => !pupils);
    element("visited").hidden = visited.length === 0;
    element("visited-rooms").replaceChildren(...visited.map(visitedRoom));
    element("home").append(make("p", { className: "rehearse" },
        make("button", { onclick: () => rehearse(layouts[0].name) }, texts.home.rehearse)));
    element("home").hidden = false;
    const code = element("code");
    if (location.hash) code.value = decoded(location.hash.slice(1));
    if (location.hash) code.select();
}

function listenToJoining() {
    const [code, hint] = [element("code"), element("join-hint")];
    const name = () => roomNameFor(nameIn(code.value));
    code.oninput = () => {
        const isTyped = code.value.trim() !== "";
        hint.hidden = !isTyped || isRoomName(nameIn(code.value).trim());
        hint.textContent = name() ? shownAddress(name()) : texts.home.nameRule;
    };
    element("join").onsubmit = (event) => {
        event.preventDefault();
        if (name()) location.assign(addressOf(name()) + hashIn(code.value));
    };
}

/** @param {Layout[]} layouts */
function listenToNaming(layouts) {
    const typed = element("new-name");
    const code = typed.placeholder = roomCode();
    const name = () => roomNameFor(typed.value) || code;
    typed.oninput = () => {
        element("new-address").textContent = shownAddress(name());
    };
    typed.oninput(new Event("input"));
    listenToMaking(element("make"), layouts, () => addressOf(name()));
}

/**
 * Makes a form offer the keypads and make a room. The page does not wait for the pictures, so that one tap makes a
 * room at once.
 * @param {HTMLFormElement} form
 * @param {Layout[]} layouts
 * @param {() => string} address of the room
 */
export function listenToMaking(form, layouts, address) {
    form.onsubmit = (event) => {
        event.preventDefault();
        location.assign(`${address()}?make=${new FormData(form).get("keypad") ?? layouts[0].name}`);
    };
    import("../calculator/keypad-choices.js").then(({ offerKeypads }) =>
        offerKeypads(/** @type {HTMLElement} */ (form.querySelector(".choices")), layouts));
}

/**
 * Makes a room, which its page fills with scripted pupils.
 * @param {string} kind
 */
function rehearse(kind) {
    const room = normalName(roomCode());
    noteVisit(room, kind, { pupils: randomWord(18) });
    location.assign(`${addressOf(room)}?make=${kind}`);
}

/** @param {string} refused */
function explain(refused) {
    const reason = element("not-a-name");
    reason.textContent = `${fill(texts.home.notAName, refused)} ${texts.home.nameRule}`;
    reason.hidden = false;
    element("code").value = element("new-name").value = roomNameFor(refused);
    element("new-name").dispatchEvent(new Event("input"));
}

/** @param {VisitedRoom} visited */
function visitedRoom({ room, keypad, make: isNew }) {
    const about = isNew || hasKeys(room) ? texts.home.unsent : nameOfKeypad(keypad);
    const words = [make("b", { dir: "auto" }, shownName(room)), make("small", {}, about)];
    return make("li", {}, make("a", { href: addressOf(room) }, ...words));
}

/**
 * The room's name in a link, or the whole text.
 * @param {string} typed
 */
const nameIn = (typed) => decoded(typed.replace(/^.*\/rooms\/([^/?#]*).*$/, "$1"));

/**
 * The fragment of a link, which may have a host's secret.
 * @param {string} typed
 */
const hashIn = (typed) => /\/rooms\/[^#]*(#\S*)/.exec(typed)?.[1] ?? "";

/** @param {string} room */
const shownAddress = (room) => `${location.host}/rooms/${shownName(room)}`;
