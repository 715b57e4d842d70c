// The WebAssembly module: bytes in, JSON out, as docs/PROTOCOL.md says ("The browser's module").

export async function loadReplica() {
    const { instance } = await WebAssembly.instantiateStreaming(fetch("/calcroom.wasm"));
    return new Replica(instance.exports);
}

class Replica {
    #module;

    constructor(module) {
        this.#module = module;
        module._initialize();
    }

    /** `saved` is what an earlier life of this tab was told to keep, or nothing. */
    begin(join, saved) {
        const frame = new TextEncoder().encode(JSON.stringify({ join }));
        const kept = Uint8Array.from(atob(saved ?? ""), (letter) => letter.charCodeAt(0));
        const given = new Uint8Array(frame.length + kept.length);
        given.set(frame);
        given.set(kept, frame.length);
        this.#give(given);
        return this.#answer(
            this.#module.begin(frame.length, ...crypto.getRandomValues(new Uint32Array(2))));
    }

    /** One thing that happened: `call("pressed", "7")`, `call("disconnected", "", 1006)`. */
    call(name, given = "", ...numbers) {
        this.#give(new TextEncoder().encode(given));
        return this.#answer(this.#module[name](...numbers, Date.now()));
    }

    #give(bytes) {
        const place = this.#module.input(bytes.length) >>> 0;
        new Uint8Array(this.#module.memory.buffer, place, bytes.length).set(bytes);
    }

    #answer(length) {
        const place = this.#module.output() >>> 0;
        const bytes = new Uint8Array(this.#module.memory.buffer, place, length);
        const answer = JSON.parse(new TextDecoder().decode(bytes));
        if (answer.error) throw new Error(`The module refused a call: ${answer.error}`);
        return answer;
    }
}
