// Types that several modules of the page share. The view and the answers come from the WebAssembly modules
// (Sources/Client); a member that is not present is false, empty or unchanged.

// TypeScript 4.8 lacks these.
interface Navigator {
    wakeLock?: { request(type: "screen"): Promise<unknown> };
}
interface ARIAMixin {
    ariaInvalid: string | null;
}
declare namespace Intl {
    interface NumberFormatOptions {
        numberingSystem?: string;
    }
    /** Missing in older browsers. */
    const supportedValuesOf: ((key: "currency") => string[]) | undefined;
}

/** `/keypads.json`: all keypads, available before the WebAssembly module has loaded. */
interface Keypads {
    keypads: Layout[];
    /** The keypad keys of keyboard keys that have another name, such as `{"Enter":"="}`. */
    keyboard: Record<string, string>;
}

interface Layout {
    name: string;
    /** A calculation that shows the keypad's rules. */
    example: string;
    /** From top to bottom. */
    rows: LayoutKey[][];
    /** To the left of the other rows, in landscape orientation only. */
    landscapeRows: LayoutKey[][];
}

interface LayoutKey {
    /** The name for the call `pressed`. */
    key?: string;
    /** Instead of `key`: switches functions to their inverses, or moves the cursor of the expression editor. */
    local?: "inverse" | "left" | "right";
    /** The class that the page styles the key by. */
    look: string;
    /** The name instead of `key` while functions are inverted. */
    inverse?: string;
    /** The name instead of `key` while angles are in radians. */
    radians?: string;
    /** The size, if it is not 1. A key of two rows belongs to the upper one. */
    columns?: number;
    rows?: number;
}

/** An action as on the wire, without its number. */
type Action = Record<string, unknown>;

interface Join {
    secret: string;
    pen: string;
    name?: string;
    make?: { keypad: string };
    watch?: boolean;
}

/**
 * The calls that report an event to the replica. BrowserReplica.swift describes them. All take the time in
 * milliseconds since 1970.
 */
type Call = "connected" | "received" | "disconnected" | "woke" | "hid" | "pressed" | "acted" | "undone"
    | "redone" | "offerClosed" | "alone";
type Tell = (call: Call, given?: string, ...numbers: number[]) => void;

interface Replica {
    /** Starts with the texts that earlier pages saved for this tab and kept for the room, if any. */
    begin(join: Join, saved?: string | null, kept?: string | null): Answer;
    /** `call("pressed", "7")`, `call("disconnected", "", 1006)` */
    call(name: Call, given?: string, ...numbers: number[]): Answer;
    /** `ask("forms")`. Errors are answers too. */
    ask: Ask;
}

interface Answer {
    /** In the order of execution. */
    do: Instruction[];
    /** All parts after `begin`, then the parts that changed since the previous answer. */
    view: View;
}

/** An instruction for the page, with one member. */
interface Instruction {
    /** Save this text for a reload of the tab. Every answer to `hid` has it. */
    save?: string;
    /** Store this text for later visits of the room. Answers to `hid` have it if there is a room. */
    keep?: string;
    /** Send this frame. */
    send?: string;
    /** Close the socket, and report nothing more about it. */
    close?: true;
    /** Open a socket at this time. Replaces an earlier `connect` and a pending `wake`. */
    connect?: number;
    /** Call `woke` at this time. Replaces an earlier `wake`. */
    wake?: number;
    /** Reload the page, whose rules differ from the server's. */
    reload?: true;
}

/**
 * The parts of a room that changed, each one complete except for the tape. A key that does not change the tape
 * brings no tape. An own key that is confirmed as predicted brings only `seq`, `pending` and `unconfirmed`.
 */
interface View {
    display?: Display;
    tape?: TapeChanges;
    people?: People;
    /** The question of a host; null if there is none. */
    question?: RoomQuestion | null;
    /** The bills in their binary form, in base 64, for the module `bill.wasm`. */
    bill?: string;
    /** The author of the last change of a bill that is not undone; with `bill`. */
    billBy?: number;
    connection?: Connection;
    /** The result of actions that were withdrawn instead of being sent; null if no result waits to be used or discarded. */
    offer?: Offer | null;
    /** Keys of other participants since the previous answer. */
    keys?: PressedKey[];
    /** Notices since the previous answer. */
    notices?: Notice[];
    /** The sequence number of the room's last confirmed event. */
    seq?: number;
    /** The number of own actions that the room has not decided. */
    pending?: number;
    /** The number of characters at the end of the main line that are unconfirmed. */
    unconfirmed?: number;
}

/** Without the room's rules only the first five members are present. docs/ENGINE.md defines the texts. */
interface Display {
    main: string;
    /** The main line in a view of the server. */
    display?: string;
    expression: string;
    keypad: string;
    /** True if there is a step to undo, even if this person may not press. */
    canUndo: boolean;
    canRedo: boolean;
    /** True if the main line is a preliminary result that more keys may change. */
    live?: boolean;
    rules?: string;
    /** A calculation that shows the rules. */
    example?: string;
    /** A calculation that shows the rules for percent. */
    percent?: string;
    radians?: boolean;
    /** `"number"`, `"error"`, or null for an empty memory. */
    memory?: string | null;
    notice?: string;
    /** The operation that `=` repeats. */
    again?: string;
    /** The form that the key `form` chose instead of decimal. */
    form?: { kind: string, text: string };
    /** True if `main` differs from the number itself. */
    rounded?: true;
    /** The last step of the calculator, if any. An expression is typed after it: `of` of the action `type`. */
    step?: Step;
}

/** A number in one of its forms, such as `{"kind":"recurring","text":"0.(3)","exact":true}`. */
interface NumberForm {
    kind: string;
    text: string;
    exact: boolean;
}

/** The effect of a key sequence on a cleared calculator. */
interface Edited {
    /** A text for each key. */
    pieces: string[];
    main: string;
    expression: string;
    /** True if `=` would finish it, with this result. */
    complete: boolean;
    result?: string;
    /** True if the result is a rounded number. */
    rounded?: true;
    /** The first notice, and the index of its key. */
    problem?: string;
    problemAt?: number;
}

/** Answers to questions, which change nothing. PageReplica.swift describes them. */
interface Told {
    error?: string;
    forms?: NumberForm[];
    /** The calculator on display in base 64. */
    calculator?: string;
    /** What `removeAndRewind` would take back: from this event on, this number of steps of each author. */
    rewind?: { since: number, steps: { by: number, count: number }[] } | null;
}
type Question = "forms" | "rewind" | "calculator";
type Ask = (question: Question, given?: string, ...numbers: number[]) => Told;

/** Answers of the module `expressions.wasm`. ExpressionSheet.swift describes them. */
interface EditorTold {
    error?: string;
    /** For `parsed` with an error: the first character that is not understood. */
    at?: number;
    keys?: string[];
    finished?: true;
    editor?: Edited;
}
type EditorQuestion = "expression" | "parsed" | "editor";
type AskEditor = (question: EditorQuestion, given?: string) => EditorTold;

interface Connection {
    state: "away" | "connecting" | "joined" | "ended";
    /** For `"away"`: the time of the next attempt. */
    until?: number;
    /** The name of the close code of the last connection: for `"away"` if it is known, and for `"ended"`. */
    why?: string;
    /** For `"joined"`: false while an answer or a repair is missing. */
    current?: boolean;
    /** The room existed and no longer exists. */
    gone?: true;
}

interface People {
    /** This person's number, unless they are a spectator. */
    you?: number;
    mayPress: boolean;
    locked: boolean;
    /** True if the door is open. */
    door: boolean;
    /** False if the room admits no spectators. */
    spectators?: false;
    /** The number of spectators, if any. */
    watching?: number;
    closed: boolean;
    /** New names are held back from boards. */
    holdsNames?: true;
    /** There is an unused link to become host. */
    hostLink?: true;
    /** This page created that link. */
    ownLink?: true;
    /** The read token of the last welcome or frame that had one. */
    read?: string;
    /** The number of connected participants. */
    count: number;
    all: Person[];
}

interface Person {
    who: number;
    /** Empty for a spectator if the name is held back. */
    name: string;
    /** The number for the action `show` if the name is held back. Not present for a spectator. */
    held?: number;
    /** The person is connected. */
    here?: true;
    host?: true;
    /** A host gave them the keypad. */
    keypad?: true;
    /** The sequence number of the event that raised the hand. */
    hand?: number;
}

/** A question that a host asked, by the number of its event. */
interface RoomQuestion {
    question: number;
    text: string;
    keypad: string;
    radians: boolean;
    /** 1: open, 2: closed, 3: revealed, 4: revealed with names. */
    stage: number;
    /** The room has not confirmed this person's answer. */
    pending: boolean;
    answers: RoomAnswer[];
    /** The number of present people who have not answered. */
    waiting: number;
}

/** Empty for an answer that this person is not shown, and without `who` if names are hidden. */
interface RoomAnswer {
    who?: number;
    keys?: string[];
    /** A number with 32 digits, or an error. */
    result?: string;
}

/** Equal answers, and whether one of them is this person's. */
interface AnswerGroup {
    result: string;
    answers: RoomAnswer[];
    own: boolean;
}

/** Anybody who can be named: people of the room, and authors of stored lines. */
type Named = { who: number, name?: string };
/** `name` is that of a person who left, if it is known. */
type NameOf = (who: number, name?: string) => string;

/** A change of the calculator. */
interface Step {
    by: number;
    pen?: number;
    n: number;
}

interface PressedKey extends Step {
    key: string;
}

interface Offer {
    /** The main line that the person saw after the actions: a number or an error. */
    result: string;
    /** It is not certain that the room did not apply the actions. */
    unsure?: true;
    /** Names of keys or keypads, `"undo"`, `"redo"`, or null for other actions. */
    keys: (string | null)[];
}

/**
 * One of `void`, `refused`, `tooMany`, `replaced`, `undid`, `redid`, `keypad`, `unsure` and `expected`. Actions are
 * named as in `Offer`.
 */
interface Notice {
    /** The reason why an own action had no effect, with the action in `of`. */
    void?: string;
    of?: string | null;
    /** The keys of an expression that was not typed, if `of` is `"type"`. */
    keys?: string[];
    /** The reason why the server temporarily refuses this page's actions. */
    refused?: string;
    /** The first of this page's actions whose effect is unknown. */
    unsure?: string | null;
    /** The result that the person saw before a break, and the other one that the step had. */
    expected?: string;
    result?: string;
    /** The step with another result, or that was undone or redone. */
    step?: Step;
    /** Too many actions are pending, and this one was not accepted. */
    tooMany?: true;
    /** A newcomer took the place of this participant. */
    replaced?: true;
    /**
     * The action of a step that somebody undid, or redid; null also for a step from before this page. `by` is
     * the person who did it. Own undoing of own steps brings no notice.
     */
    undid?: string | null;
    redid?: string | null;
    by?: number;
    /** The keypad that somebody, `by`, chose for everybody, and the one before. */
    keypad?: string;
    before?: string;
}

/** New and changed lines of the tape. */
interface TapeChanges {
    /** Remove all lines first. */
    all?: true;
    /** The number of lines before `first`, which a store may have. */
    older: number;
    /** The sequence number of the first line that the room still has. */
    first: number;
    /** The last clearing removed lines that can be restored. */
    restorable?: true;
    /**
     * The oldest line first. A line replaces the page's line with the same number. Lines that were pending
     * disappear unless they are repeated.
     */
    lines: TapeLine[];
}

/**
 * A line has a result or an error unless it is unfinished. `pending` means unconfirmed. A stored line also has
 * a name.
 */
interface TapeLine {
    seq: number;
    by: number;
    at: number;
    expression: string;
    result?: string;
    error?: string;
    /** True if the result is a rounded number; only of lines that the room itself has. */
    rounded?: true;
    undone?: true;
    pending?: true;
    name?: string;
    /** In a printed lesson, the text instead of a calculation, and of its result. */
    words?: [string, string];
}

/** A line of the document `lesson`, with the events that made it unless these were compacted. */
interface LessonLine extends TapeLine {
    name: string;
    keys?: LessonKey[];
    /** Instead of a calculation: the text of a question, its keypad, the number of answers, and the groups. */
    question?: string;
    keypad?: string;
    answers?: number;
    groups?: { result: string, answers: { by?: number, name?: string, keys: string[] }[] }[];
}

interface LessonKey {
    by: number;
    name: string;
    press?: string;
    keypad?: string;
    type?: { keys: string[] };
    undone?: true;
}

interface DrawnLine {
    line: TapeLine;
    item: HTMLElement;
    /** The drawn keys, and the line of the lesson that has them. */
    caps?: HTMLElement;
    lesson?: Partial<LessonLine>;
}

/** The part of the tape that its tools use. */
interface Tape extends SavedTape {
    told: View;
    oldest(): number | undefined;
    addOlder(lines: TapeLine[]): void;
    drawnLines(): DrawnLine[];
    lines(): TapeLine[];
    /** Called after lines were drawn; `true` if all of them are new. */
    drawn?(isAnew?: boolean): void;
}

interface SavedTape {
    room: string;
    say: (text: string) => void;
    nameOf: NameOf;
    documentAt: DocumentAt;
    withKeys?: boolean;
}

/** A number, or one of the keys of `texts.bill.parties`. */
type Party = number | string;

interface Debt {
    /** The number of a settled debt. */
    payment?: number;
    from: Party;
    to: Party;
    amount: string;
    /** The currency. */
    sign: string;
}

interface Payment extends Debt {
    payment: number;
}

interface BillPerson {
    who: number;
    weight: number;
    paid: string;
    /** Present if the bill can be split. */
    share?: string;
    /** The share includes a unit left over by rounding. */
    leftover?: true;
}

interface BillItem {
    item: number;
    name?: string;
    price: string;
    owners: number[];
}

type WrongBill = "nobody" | "noWeight" | "percentBeyond" | "taxBeyondAmount" | "signsDiffer";

/** One of the bills of a room. */
interface BillEntry {
    bill: number;
    title?: string;
    sign: string;
    amount: string;
    /** Somebody has paid. */
    paid?: true;
    /** Present if the bill can be split. */
    total?: string;
    state: "empty" | "open" | "settled";
}

/** A change that can be undone or redone; BillDifference.swift describes the members. */
interface BillChange {
    by: number;
    pen?: number;
    n: number;
    what: string;
    bill?: number;
    title?: string;
    who?: number;
    guest?: string;
    name?: string;
    from?: string | number;
    to?: string | number;
    sign?: string;
}

/**
 * The bill as the module `bill.wasm` presents it; BillSheet.swift describes the members. A bill that can be split
 * has `tipped` to `open`, any other has `wrong`.
 */
interface Bill {
    bill: number;
    title?: string;
    bills: BillEntry[];
    undo?: BillChange;
    redo?: BillChange;
    decimals: number;
    sign: string;
    /** The smallest amount of the currency. */
    unit: string;
    split: "even" | "amount" | "percent" | "items";
    amount: string;
    tax: string;
    tip: string;
    tipOn: string;
    roundUp: boolean;
    /** The sum of the percentages. */
    percents: number;
    /** That sum is 100. */
    evened?: true;
    items: BillItem[];
    sum: string;
    people: BillPerson[];
    /** The people who are not in the room; `other` if they are in other bills only. */
    guests: { who: number, name: string, other?: true }[];
    /** The amount that the tip is based on. */
    tipped?: string;
    /** The percentage of it. */
    tips?: string;
    /** `tips` was rounded to the unit. */
    about?: true;
    /** The amount that rounding up adds to the tip. */
    raise?: string;
    total?: string;
    /** The amount of the items without an owner. */
    unassigned?: string;
    /** The amount that nobody has paid. */
    open?: string;
    wrong?: WrongBill;
    /** The person concerned, for `signsDiffer`. */
    of?: Party;
    debts: Debt[];
    settled: Payment[];
}

/** The data and functions that the parts of the bill share. */
interface BillTable {
    bill: Bill;
    people: People;
    /** Items and payments with a larger number may still get another one. */
    confirmed: number;
    /** The debts in the currencies that have payments. */
    debts: Debt[];
    address: string;
    act(action: Action): void;
    /** Changes the bill that is shown. */
    step(change: Action): void;
    /** An amount with the sign of its currency; by default that of the bill. */
    money(amount: string, sign?: string): string;
    /** The name of a person. `guest` is the name of a guest who returns by undo or redo. */
    nameOfParty(who: Party, guest?: string): string;
    titleOf(bill: { bill?: number, title?: string }): string;
    /** Shows another bill. */
    choose(bill: number): void;
}

/** An input whose amount goes to `act`. While somebody types in a field it keeps its text. */
interface BillField extends HTMLInputElement {
    act?(amount: string): void;
    isTyped?: boolean;
}

/** A line of a list, which draws itself. */
interface Line<One> extends HTMLElement {
    draw(one: One): void;
    key?: unknown;
}

interface Store {
    read(): string | null | undefined;
    write(text: string): void;
}

interface Stores {
    pending: Store & {
        /** Keeps the keys for other tabs, too, while the page is left. */
        leave(isLeft: boolean): void;
    };
    kept: Store;
}

interface VisitedRoom {
    room: string;
    keypad: string;
    /** True until the room was made. */
    make?: boolean;
    /** The replica's `keep` text. */
    state?: string;
    /** In a rehearsal, the beginning of the scripted pupils' secrets. */
    pupils?: string;
}

type Query = Record<string, string | number>;
/** The address of one of the room's documents: `documentAt("tape", { before: 400 })` */
type DocumentAt = (name: string, query?: Query) => string;

/** The room, as parts that are loaded on demand see it. */
interface Room {
    room: string;
    path: string;
    keyboard: Record<string, string>;
    told: View;
    act(action: Action): void;
    /** Enters the result of a line of the tape. */
    recall(line: TapeLine): void;
    tell: Tell;
    /** Asks the replica whose calculator is shown. Before there is one, nothing is known. */
    ask: Ask;
    say(text: string): void;
    /** Says a text to screen readers only. */
    announce(text: string): void;
    nameOf: NameOf;
    documentAt: DocumentAt;
    draw(parts: View): void;
    /** Puts keys into the room in place of the expression. `of` is the step that they follow. */
    typeKeys(keys: string[], of?: object): void;
    /** Puts an expression that the engine has written into the room. */
    typeText(text: string): void;
    /** The editor, while it is open. */
    editing?: Editing;
    /** The own copy of the calculator, while it is shown. */
    alone?: { tell: Tell, ask: Ask, follow(parts: View): View };
}

interface Editing {
    press(key: string): void;
    move(name: string): void;
    insert(keys: string[]): void;
    /** The keys before the cursor. */
    before(): string[];
    /** Shows a text instead of the result until the next key. */
    note(text: string): void;
}

/** Takes the keys of a keyboard once somebody has typed a letter. */
interface Spelling {
    /** `key` is the key of the keypad that a keyboard's key stands for, if any. */
    take(name: string, key?: string): Promise<void>;
    /** True if letters wait for more. */
    isOn(): boolean;
}

/** What the pupils of a rehearsal know. */
interface RehearsalView {
    /** By their places in the class; undefined for a pupil who is not in the room. */
    pupils: (RehearsedPupil | undefined)[];
    locked: boolean;
    keypad: string;
    /** The time of the host's last key. */
    hostTime: number;
    question?: { question: number, text: string, open: boolean };
}

interface RehearsedPupil {
    hand: boolean;
    keypad: boolean;
}

/** A view that only watches. */
interface Watched extends Room {
    address: string;
    replica: Replica;
}

type English = typeof import("../../static/text/texts.en.json");
/** A section whose texts are also looked up by names that the engine or the server sends. */
type Open<Section> = Section & Record<string, string | undefined>;

type OpenSections = "keypads" | "faces" | "spoken" | "errors" | "remarks" | "memory" | "voids" | "states"
    | "endings" | "ended" | "rules";
type Texts = Omit<English, OpenSections | "errorsOf" | "remarksOf" | "forms" | "shortcuts" | "replay" | "bill" | "notices">
    & { [Name in OpenSections]: Open<English[Name]> } & {
        notices: Omit<English["notices"], "notTyped"> & { notTyped: Open<English["notices"]["notTyped"]> };
        errorsOf: Record<string, Record<string, string> | undefined>;
        remarksOf: Record<string, Record<string, string> | undefined>;
        forms: Omit<English["forms"], "kinds"> & { kinds: Open<English["forms"]["kinds"]> };
        shortcuts: Record<string, string> & { others: [string, string][] };
        replay: Omit<English["replay"], "actions"> & { actions: Open<English["replay"]["actions"]> };
        bill: Omit<English["bill"], "parties" | "wrong" | "changes" | "ways">
            & { parties: Open<English["bill"]["parties"]>, wrong: Open<English["bill"]["wrong"]>,
                changes: Open<English["bill"]["changes"]>, ways: Open<English["bill"]["ways"]> };
    };
