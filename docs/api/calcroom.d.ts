/*! SPDX-License-Identifier: Apache-2.0 */
/** The types of calcroom.js. docs/protocol.md describes actions, events and views. */

/** A reason of the server, `"network"` without one, `"refused"` for a final HTTP status, which is the `code`, or the
 * reason of a newer server. */
export type CloseReason =
    | "frame" | "frameSize" | "notJoined" | "joinTime" | "noSuchRoom" | "roomName" | "door" | "full" | "limit" | "serverLimit"
    | "removed" | "over" | "replaced" | "spectators" | "deleted" | "setAside" | "rules" | "order" | "storage"
    | "restart" | "network" | "refused"
    | (string & {});

/** The reason of the room, or of this client: `"unsure"` if the room may have applied the action, `"unsent"` if the
 * action was never sent. */
export type ActionReason =
    | "made" | "notMade" | "stranger" | "pen" | "again" | "gap" | "closed" | "deleted" | "door" | "full" | "locked"
    | "host" | "oneself" | "step" | "nobody" | "name" | "line" | "link" | "bill" | "work" | "question"
    | "unsure" | "unsent" | (string & {});

export type Key =
    | "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "." | "+" | "-" | "*" | "/" | "=" | "%" | "neg"
    | "back" | "C" | "CE" | "AC" | "(" | ")" | "sqrt" | "root" | "sq" | "cube" | "pow" | "inv" | "fact" | "e" | "pi"
    | "ln" | "log" | "sin" | "cos" | "tan" | "asin" | "acos" | "atan" | "exp" | "exp10" | "mod" | "EE" | "deg" | "rad"
    | "MC" | "MR" | "M+" | "M-" | "MS" | "tip10" | "tip15" | "tip18" | "tip20" | "ans" | "form";
export type Keypad = "formula" | "scientific" | "simple" | "chain" | "tip" | "standard";

/** Names an action by its author, pen (0 if omitted) and action number. */
export interface Step { by: number; pen?: number; n: number }

/** An action has exactly one of these members. */
export interface Actions {
    press: Key;
    undo: Step;
    redo: Step;
    keypad: Keypad;
    recall: number;
    type: { keys: Key[]; of?: Step };
    bill: { in?: number; [change: string]: unknown };
    name: string;
    answer: { question: number; keys: Key[] };
    hand: boolean;
    lock: boolean;
    door: boolean;
    spectators: boolean;
    names: boolean;
    show: number;
    grant: number;
    revoke: number;
    host: number;
    remove: number;
    removeAndRewind: { who: number; since: number };
    ask: { text?: string; keypad: Keypad };
    closeQuestion: number;
    endQuestion: number;
    reveal: { question: number; names: boolean };
    showAnswer: { question: number; who: number };
    clearTape: true;
    restoreTape: true;
    startOver: true;
    close: true;
    open: true;
    delete: true;
    hostLink: string | null;
    useLink: string;
}

export type Action = { [Name in keyof Actions]: Pick<Actions, Name> }[keyof Actions];

export interface Event extends Partial<Actions> {
    seq: number;
    /** The time in milliseconds since 1970. */
    at: number;
    by?: number;
    pen?: number;
    n?: number;
    void?: ActionReason;
    make?: { keypad: Keypad; salt: string; lock?: true };
    enter?: { identity: string; pen: string; name?: string; replaces?: number };
}

export interface View {
    /** A number such as `-1234.5`, or `error:` and a name. */
    display: string;
    expression: string;
    keypad: Keypad;
    form?: { kind: string; text: string };
    locked?: true;
    closed?: true;
    question?: {
        question: number; text?: string; keypad: Keypad; state: "open" | "closed" | "revealed"; answers: number;
        radians?: true; groups?: { result: string; answers: number }[];
    };
}

export interface Person { who: number; name?: string }

/** `doubtful`: the server has not answered for a second. `waiting`: the client connects again later. */
export type State = "connecting" | "joined" | "doubtful" | "waiting" | "closed";

export class CloseError extends Error {
    readonly why: CloseReason;
    readonly code: number;
    /** False if the client stays away. */
    readonly willRetry: boolean;
}

export class ActionError extends Error {
    readonly why: ActionReason;
    readonly action: Action;
}

export interface Options {
    name?: string;
    /** Makes the room with this keypad if it does not exist. */
    make?: Keypad | { keypad: Keypad; lock?: true };
    /** Joins as a spectator, who cannot act. */
    watch?: boolean;
    /** The read token, for spectators of a room whose door is shut. */
    read?: string;
    /** 22 to 64 random letters, digits, `-` and `_`: the same secret is the same participant. */
    secret?: string;
    /** Leaves the room when it is aborted. */
    signal?: AbortSignal;
    /** The class to use where there is no global `WebSocket`. */
    WebSocket?: new (address: string, protocol: string) => unknown;
}

/** The listeners of a room by the kinds of its events. */
export interface Listeners {
    event: (event: Event) => void;
    view: (view: View) => void;
    people: (people: Person[]) => void;
    /** The error says why the client is waiting, or was turned away. */
    state: (state: State, error?: CloseError) => void;
    /** An action had no effect. */
    failed: (error: ActionError) => void;
}

export interface Room {
    readonly state: State;
    readonly view: View;
    readonly people: Person[];
    /** The number of connected participants; `people` may list a part of them. */
    readonly count: number;
    /** The number of spectators. */
    readonly watching: number;
    /** The number of this participant; undefined for spectators. */
    readonly you?: number;
    /** The sequence number of the last event. */
    readonly seq: number;
    /** The read token for the documents of the room. */
    readonly read: string;
    /** The rules version of the server. */
    readonly rules: number;
    /** Resolves at the end: with the reason, or undefined after `leave`. */
    readonly closed: Promise<CloseError | undefined>;
    /** Resolves with the events of the keys, or undefined for an event that was missed; rejects with an ActionError. */
    press(...keys: Key[]): Promise<(Event | undefined)[]>;
    act(action: Action): Promise<Event | undefined>;
    on<Kind extends keyof Listeners>(kind: Kind, listener: Listeners[Kind]): () => void;
    views(): AsyncGenerator<View, void, void>;
    wake(): void;
    leave(): void;
}

export function join(address: string | URL, options?: Options): Promise<Room>;

declare global {
    interface HTMLElementTagNameMap {
        /** Shows the room at its `src` in a frame. An import of calcroom.js defines it in browsers. */
        "calc-room": HTMLElement;
    }
    /** Node and Deno have no elements. */
    interface HTMLElement {}
}
