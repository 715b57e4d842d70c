// Everything that the page says, by the names that the module gives.

export const keypadNames = {
    formula: "Formula", scientific: "Scientific", simple: "Simple", chain: "Chain", tip: "Tip",
    standard: "Standard",
};

/** What keys look like; the others look like their names. */
export const faces = {
    "*": "×", "/": "÷", "-": "−", neg: "±", back: "⌫", sqrt: "√", root: "ʸ√x", sq: "x²",
    cube: "x³", pow: "xʸ", inv: "1/x", fact: "x!", pi: "π", asin: "sin⁻¹", acos: "cos⁻¹",
    atan: "tan⁻¹", exp: "eˣ", exp10: "10ˣ", deg: "Deg", rad: "Rad", "M-": "M−", tip10: "10%",
    tip15: "15%", tip18: "18%", tip20: "20%",
};

export const errors = {
    divisionByZero: "Division by zero", undefined: "Undefined", invalidInput: "Invalid input",
    overflow: "Too large", syntax: "Incomplete", tooMuchWork: "Too much work",
};

/** What the calculator says about the last key. */
export const remarks = {
    digitRefused: "no more digits", pointRefused: "no point here",
    expressionFull: "the expression is full", tooDeep: "too many parentheses",
    nothingToClose: "nothing to close", noParentheses: "no parentheses here",
    nothingToDelete: "nothing to delete", nothingToWorkOn: "needs a number first",
    nothingEntered: "nothing entered", incomplete: "something is missing",
    noOperation: "no operation", dividedByZero: "divided by zero",
    nothingInMemory: "the memory is empty", memoryError: "the memory is in error",
    nothingToStore: "an error cannot be stored",
};

/** Why an own action had no effect. */
export const voids = {
    stranger: "you are not in this room any more", pen: "this page was forgotten by the room",
    closed: "the room is closed", deleted: "the room was deleted", door: "the door is shut",
    full: "the room is full", locked: "the keypad is locked", host: "only a host may",
    oneself: "not to oneself", step: "somebody was quicker", nobody: "nobody has that number",
    line: "that line is gone", link: "no such link", bill: "the bill does not allow it",
};

export const refusals = {
    storage: "The server cannot store keys at the moment. They are kept here and sent again.",
    rate: "That was too fast. The keys are kept here and sent again.",
    work: "That was a lot of work. The keys are kept here and sent again.",
    busy: "The server is busy. The keys are kept here and sent again.",
};

export const tooMany = "Too much is waiting to be sent. The last key was not taken.";

/** Why a connection ended for good. */
export const endings = {
    noSuchRoom: "There is no room",
    roomName: "A room's name has 1 to 64 letters, digits and hyphens, unlike",
    door: "The door is shut in", removed: "A host removed you from",
    deleted: "A host deleted", outOfOrder: "Out of order is",
};
export const otherEnding = "The connection ended to";

export const connections = {
    away: "Reconnecting…", connecting: "Connecting…", current: "Connected", doubtful: "Checking…",
};
