// Names of rooms: their rules, suggestions for other texts, and the reading and showing of codes.

const lengthMax = 64;
const allowed = /^[\p{L}\p{Nd}\p{Mn}\p{Mc}-]+$/u;
const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * The normal form of a name, as the server has it: `CAFÉ` and `café` are one room.
 * @param {string} name
 */
export const normalName = (name) => name.normalize("NFC").toLowerCase().normalize("NFC");

/**
 * True if a room can have this name.
 * @param {string} name
 */
export function isRoomName(name) {
    const normal = normalName(name);
    return [...normal].length <= lengthMax && allowed.test(normal)
        && normal.search(invisible) < 0 && !/^\p{M}/u.test(normal);
}

/**
 * The name that a text stands for: `Maths 7/b` is `maths-7-b`. Empty if nothing of it can be in a name.
 * @param {string} text
 */
export function roomNameFor(text) {
    const trimmed = text.trim();
    if (isRoomName(trimmed)) return normalName(trimmed);
    const words = normalName(trimmed.replaceAll(invisible, "").replaceAll(/\p{Me}/gu, ""))
        .replaceAll(/[^\p{L}\p{Nd}\p{Mn}\p{Mc}]+/gu, "-").replace(/^[-\p{M}]+/u, "");
    return [...words].slice(0, lengthMax).join("").replace(/-+$/, "");
}

/** The signs of codes. None of them looks like another one. */
const signs = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const codeLength = 6;

/** @param {string} text */
const hasSignsOfCodes = (text) => [...text.toUpperCase()].every((sign) => signs.includes(sign));

/**
 * The code that somebody may have meant by a name: without hyphens, and with L for 1 and I, because codes have
 * neither 0, O, 1 nor I. Empty if it cannot be a code.
 * @param {string} name
 */
export function codeFor(name) {
    const code = normalName(name).replaceAll("-", "").replaceAll(/[1i]/g, "l");
    return hasSignsOfCodes(code) ? code : "";
}

/** A random code for a room. It has a digit, so that `shownName` does not take words for codes. */
export function roomCode() {
    /** @type {string} */
    let code;
    do {
        const bytes = crypto.getRandomValues(new Uint8Array(codeLength));
        code = Array.from(bytes, (byte) => signs[byte % signs.length]).join("");
    } while (!/\d/.test(code));
    return code;
}

/**
 * A room's name for people. Codes have capitals, which are easier to read out and to type from a board.
 * @param {string} room
 */
export function shownName(room) {
    const isCode = room.length === codeLength && /\d/.test(room) && hasSignsOfCodes(room);
    return isCode ? room.toUpperCase() : room;
}

/** @param {string} room */
export const addressOf = (room) => `/rooms/${encodeURIComponent(room)}`;

/**
 * A part of an address as text. Nothing is decoded if the part is malformed.
 * @param {string} part
 */
export function decoded(part) {
    try {
        return decodeURIComponent(part);
    } catch {
        return part;
    }
}
