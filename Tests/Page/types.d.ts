// Types that several modules of the page share. docs/PROTOCOL.md specifies what the WebAssembly modules
// and the server send.

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
}

/** `/keypads.json` */
interface Keypads {
    keypads: Layout[];
    /** Keys of a keyboard that have another name on the keypad. */
    keyboard: Record<string, string>;
}

interface Layout {
    name: string;
    example: string;
    rows: LayoutKey[][];
    landscapeRows: LayoutKey[][];
}

interface LayoutKey {
    /** Missing for the key that turns functions into their inverses. */
    key?: string;
    look: string;
    inverse?: string;
    radians?: string;
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

/** The calls that report one thing to the replica and return what to do. */
type Call = "connected" | "received" | "disconnected" | "woke" | "hid" | "pressed" | "acted" | "undone"
    | "redone" | "answered" | "alone";
type Tell = (call: Call, given?: string, ...numbers: number[]) => void;

interface Replica {
    /** Starts with what an earlier page saved for this tab and kept for the room, if anything. */
    begin(join: Join, saved?: string | null, kept?: string | null): Answer;
    /** `call("pressed", "7")`, `call("disconnected", "", 1006)` */
    call(name: Call, given?: string, ...numbers: number[]): Answer;
}

interface Answer {
    do: Step[];
    view: View;
}

/** Each step has one member. */
interface Step {
    save?: string;
    keep?: string;
    send?: string;
    close?: true;
    connect?: number;
    wake?: number;
    reload?: true;
}

/** The parts of a room that changed. */
interface View {
    display?: Display;
    tape?: TapeChanges;
    people?: People;
    /** The bill in its binary form, in base 64. */
    bill?: string;
    connection?: Connection;
    question?: (string | null)[];
    keys?: PressedKey[];
    notices?: Notice[];
    seq?: number;
    pending?: number;
    unconfirmed?: number;
}

/** Without the room's rules only the first five members are present. */
interface Display {
    main: string;
    expression: string;
    keypad: string;
    canUndo: boolean;
    canRedo: boolean;
    live?: boolean;
    rules?: string;
    example?: string;
    percent?: string;
    radians?: boolean;
    memory?: string | null;
    notice?: string;
    again?: string;
}

interface Connection {
    state: "away" | "connecting" | "joined" | "ended";
    until?: number;
    why?: string;
    current?: boolean;
    gone?: true;
}

interface People {
    you?: number;
    mayPress: boolean;
    locked: boolean;
    door: boolean;
    spectators?: false;
    watching?: number;
    closed: boolean;
    holdsNames?: true;
    hostLink?: true;
    ownLink?: true;
    read?: string;
    count: number;
    all: Person[];
}

interface Person {
    who: number;
    name: string;
    held?: number;
    here?: true;
    host?: true;
    keypad?: true;
    hand?: number;
}

/** Anybody who can be named: people of the room, and authors of stored lines. */
type Named = { who: number, name?: string };
type NameOf = (who: number) => string;

interface PressedKey {
    by: number;
    key: string;
}

interface Notice {
    void?: string;
    of?: string | null;
    refused?: string;
    tooMany?: true;
    replaced?: true;
    undid?: string | null;
    redid?: string | null;
    by?: number;
    whose?: number;
}

interface TapeChanges {
    all?: true;
    older: number;
    first: number;
    lines: TapeLine[];
}

/** A line has a result or an error unless it is unfinished. A stored line also has a name. */
interface TapeLine {
    seq: number;
    by: number;
    at: number;
    expression: string;
    result?: string;
    error?: string;
    undone?: true;
    pending?: true;
    name?: string;
}

/** A line of the document `lesson`, with the events that made it unless these were compacted. */
interface LessonLine extends TapeLine {
    name: string;
    keys?: LessonKey[];
}

interface LessonKey {
    by: number;
    name: string;
    press?: string;
    keypad?: string;
    undone?: true;
}

interface DrawnLine {
    line: TapeLine;
    place: HTMLElement;
}

/** What the tools of the tape work on. */
interface Tape extends SavedTape {
    oldest(): number | undefined;
    addOlder(lines: TapeLine[]): void;
    places(): DrawnLine[];
    lines(): TapeLine[];
    /** Called after lines were drawn; `true` if all of them are new. */
    drawn?(isAnew?: boolean): void;
}

interface SavedTape {
    room: string;
    say: (text: string) => void;
    documentAt: DocumentAt;
    withKeys?: boolean;
}

/** A number, or one of the keys of `texts.bill.parties`. */
type Party = number | string;

interface Debt {
    from: Party;
    to: Party;
    amount: string;
}

interface Payment extends Debt {
    payment: number;
}

interface BillPerson {
    who: number;
    guest?: string;
    weight: number;
    evened: number;
    paid: string;
    share?: string;
    leftover?: true;
}

interface BillItem {
    item: number;
    name?: string;
    price: string;
    owners: number[];
}

type WrongBill = "nobody" | "noWeight" | "percentBeyond" | "taxBeyondAmount" | "signsDiffer";

/** The bill as the module `bill.wasm` presents it. Only a bill that can be split has a `total`. */
interface Bill {
    decimals: number;
    sign: string;
    unit: string;
    split: "even" | "amount" | "percent" | "items";
    amount: string;
    tax: string;
    tip: string;
    tipOn: string;
    roundUp: boolean;
    percents: number;
    evened?: true;
    items: BillItem[];
    sum: string;
    people: BillPerson[];
    tipped?: string;
    tips?: string;
    total?: string;
    unassigned?: string;
    open?: string;
    wrong?: WrongBill;
    of?: Party;
    debts: Debt[];
    settled: Payment[];
}

/** What the parts of the bill are drawn from. */
interface BillTable {
    bill: Bill;
    people: People;
    /** Items and payments with a larger number may still get another one. */
    confirmed: number;
    isPaid: boolean;
    debts: Debt[];
    address: string;
    /** The amount zero as a placeholder. */
    hint: string;
    step(change: Action): void;
    money(amount: string): string;
    nameOfParty(who: Party): string;
    /** The text of a field for an amount. */
    typed(amount: string): string;
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
    pending: Store;
    kept: Store;
}

interface VisitedRoom {
    room: string;
    keypad: string;
    /** What the replica keeps of the room. */
    state?: string;
}

type Query = Record<string, string | number>;
/** The address of one of the room's documents: `documentAt("tape", { before: 400 })` */
type DocumentAt = (name: string, query?: Query) => string;

/** What a part that is loaded on demand has of the room. */
interface Room {
    room: string;
    path: string;
    keyboard: Record<string, string>;
    told: View;
    act(action: Action): void;
    tell: Tell;
    say(text: string): void;
    nameOf: NameOf;
    documentAt: DocumentAt;
    draw(parts: View): void;
    /** The own copy of the calculator, while it is shown. */
    alone?: { tell: Tell, follow(parts: View): View };
}

/** A view that only watches. */
interface Watched extends Room {
    address: string;
    replica: Replica;
}

type English = typeof import("../../static/texts.en.json");
/** A section whose texts are also looked up by names that the engine or the server sends. */
type Open<Section> = Section & Record<string, string | undefined>;

type OpenSections = "keypads" | "faces" | "spoken" | "errors" | "remarks" | "memory" | "voids" | "states"
    | "endings" | "nexts";
type Texts = Omit<English, OpenSections | "errorsOf" | "shortcuts" | "replay" | "bill">
    & { [Name in OpenSections]: Open<English[Name]> } & {
        errorsOf: Record<string, Record<string, string> | undefined>;
        shortcuts: Record<string, string> & { others: [string, string][] };
        replay: Omit<English["replay"], "actions"> & { actions: Open<English["replay"]["actions"]> };
        bill: Omit<English["bill"], "parties" | "wrong">
            & { parties: Open<English["bill"]["parties"]>, wrong: Open<English["bill"]["wrong"]> };
    };
