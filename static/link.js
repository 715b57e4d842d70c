// Does what the replica says with a socket, a timer and a store, and tells it what happens to them.

export class Link {
    #replica;
    #address;
    #kept;
    #draw;
    #socket;
    #timers = {};

    /** `kept` has `read()` and `write(text)`; `draw` takes the parts of the view that changed. */
    constructor(replica, address, kept, draw) {
        this.#replica = replica;
        this.#address = address;
        this.#kept = kept;
        this.#draw = draw;
    }

    begin(join) {
        this.#follow(this.#replica.begin(join, this.#kept.read()));
    }

    tell(call, ...values) {
        this.#follow(this.#replica.call(call, ...values));
    }

    /** Gives up a connection that nobody should wait for, and makes another one at once. */
    renew() {
        if (this.#socket) {
            this.#giveUp();
            this.tell("disconnected", "", 1006);
        }
        this.tell("woke");
    }

    #follow(answer) {
        for (const step of answer.do) {
            const [[name, value]] = Object.entries(step);
            this.#steps[name](value);
        }
        this.#draw(answer.view);
    }

    #steps = {
        save: (text) => this.#kept.write(text),
        send: (frame) => this.#socket.send(frame),
        close: () => this.#giveUp(),
        connect: (time) => {
            clearTimeout(this.#timers.wake);
            this.#at(time, "connect", () => this.#open());
        },
        wake: (time) => this.#at(time, "wake", () => this.tell("woke")),
        reload: () => location.reload(),
    };

    #at(time, name, act) {
        clearTimeout(this.#timers[name]);
        this.#timers[name] = setTimeout(act, Math.max(0, time - Date.now()));
    }

    #open() {
        const socket = new WebSocket(this.#address, "calcroom.v1");
        socket.onopen = () => this.tell("connected");
        socket.onmessage = (event) => this.tell("received", event.data);
        socket.onclose = (event) => {
            this.#socket = undefined;
            this.tell("disconnected", "", event.code);
        };
        this.#socket = socket;
    }

    /** From here on nothing is heard of this socket, whatever becomes of it. */
    #giveUp() {
        const socket = this.#socket;
        this.#socket = undefined;
        if (!socket) return;
        socket.onopen = socket.onmessage = socket.onclose = null;
        socket.close();
    }
}
