// A bare broadcast, the upper limit for any server. It answers joins, and numbers and sends the keys of a room,
// in the frames of docs/protocol.md, but without a store, a calculator, permissions and limits. It serves one run
// of `calcroom-lab bench`, whose frames are short and arrive in one piece.
//
//   broadcast             sends each key at once
//   broadcast coalesce    sends all keys that arrived in one iteration of the loop in one frame
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { HEADER_MAX = 4, PAYLOAD_MAX = 60000 };

struct client {
    int socket, number;
    struct room *room;
};

struct room {
    char name[64]; // first, so that strcmp compares rooms
    long sequence;
    struct client **clients;
    int count;
    // The events to send, after space for the header of their frame.
    unsigned char frame[HEADER_MAX + PAYLOAD_MAX + 256];
    size_t length;
    // The next room with events to send at the end of the iteration.
    struct room *next;
    int is_listed;
};

static struct room *listed_rooms;
static int coalesces;

static struct room *room_named(const char *name, size_t length) {
    static void *rooms;
    static struct room *new;
    if (!new) new = calloc(1, sizeof *new);
    snprintf(new->name, sizeof new->name, "%.*s", (int)length, name);
    struct room *room = *(struct room **)tsearch(new, &rooms, (__compar_fn_t)strcmp);
    if (room == new) new = NULL;
    return room;
}

// Writes the header directly before the payload. Sockets block, but the load always reads.
static void send_frame(unsigned char *payload, size_t length, struct client **clients, int count) {
    unsigned char *frame = payload - (length < 126 ? 2 : 4);
    frame[0] = 0x81;
    frame[1] = length < 126 ? length : 126;
    if (length >= 126) frame[2] = length >> 8, frame[3] = length & 255;
    for (int place = 0; place < count; place++)
        send(clients[place]->socket, frame, (size_t)(payload - frame) + length, MSG_NOSIGNAL);
}

static void send_events(struct room *room) {
    if (!room->length) return;
    memcpy(room->frame + HEADER_MAX + room->length, "]}", 2);
    send_frame(room->frame + HEADER_MAX, room->length + 2, room->clients, room->count);
    room->length = 0;
}

// `{"n":42,"press":"7"}` becomes the event `{"by":3,"n":42,"press":"7"}`.
static void press(struct client *client, const char *text, size_t length) {
    struct room *room = client->room;
    if (room->length > PAYLOAD_MAX) send_events(room);
    char *end = (char *)room->frame + HEADER_MAX + room->length;
    room->sequence++;
    size_t head = (size_t)sprintf(end, room->length ? "," : "{\"seq\":%ld,\"events\":[", room->sequence);
    room->length += head + (size_t)sprintf(end + head, "{\"by\":%d,%.*s", client->number, (int)length - 1, text + 1);
    if (!coalesces) return send_events(room);
    if (room->is_listed) return;
    room->is_listed = 1;
    room->next = listed_rooms;
    listed_rooms = room;
}

static void join(struct client *client) {
    struct room *room = client->room;
    send_events(room); // The client receives only events after its welcome.
    room->clients = realloc(room->clients, (size_t)(room->count + 1) * sizeof client);
    room->clients[room->count++] = client;
    client->number = room->count;
    unsigned char frame[HEADER_MAX + 100];
    int length = sprintf((char *)frame + HEADER_MAX, "{\"welcome\":{\"you\":%d,\"seq\":%ld}}",
                         client->number, room->sequence);
    send_frame(frame + HEADER_MAX, (size_t)length, &client, 1);
}

// Answers the handshake. The key, and so the answer, is the same for all clients of the load.
static void upgrade(struct client *client, const char *request) {
    static const char answer[] =
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n";
    request += strlen("GET ");
    client->room = room_named(request, strcspn(request, " "));
    send(client->socket, answer, sizeof answer - 1, MSG_NOSIGNAL);
}

static void receive(struct client *client) {
    static unsigned char bytes[65537];
    ssize_t length = recv(client->socket, bytes, sizeof bytes - 1, 0);
    if (length <= 0) exit(0); // The load has ended.
    bytes[length] = 0;
    if (!client->room) return upgrade(client, (char *)bytes);
    for (unsigned char *frame = bytes; frame < bytes + length;) {
        unsigned char *mask = frame + 2, *text = frame + 6;
        size_t count = frame[1] & 127;
        for (size_t place = 0; place < count; place++) text[place] ^= mask[place & 3];
        if (!memcmp(text, "{\"join\"", 7)) join(client);
        if (!memcmp(text, "{\"n\"", 4)) press(client, (char *)text, count);
        frame = text + count;
    }
}

int main(int count, char **words) {
    coalesces = count > 1 && !strcmp(words[1], "coalesce");
    int listener = socket(AF_INET, SOCK_STREAM, 0), epoll = epoll_create1(0), on = 1;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    bind(listener, (void *)&address, size);
    listen(listener, 4096);
    getsockname(listener, (void *)&address, &size);
    dprintf(STDOUT_FILENO, "listening on http://127.0.0.1:%d\n", ntohs(address.sin_port));
    struct epoll_event events[1024], event = {.events = EPOLLIN};
    epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &event);
    for (;;) {
        int ready = epoll_wait(epoll, events, 1024, -1);
        for (int place = 0; place < ready; place++) {
            struct client *client = events[place].data.ptr;
            if (client) {
                receive(client);
                continue;
            }
            event.data.ptr = client = calloc(1, sizeof *client);
            client->socket = accept(listener, NULL, NULL);
            setsockopt(client->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
            epoll_ctl(epoll, EPOLL_CTL_ADD, client->socket, &event);
        }
        for (; listed_rooms; listed_rooms = listed_rooms->next) {
            listed_rooms->is_listed = 0;
            send_events(listed_rooms);
        }
    }
}
