#include <libwebsockets.h>
#include <openssl/evp.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <zlib.h>

/// What Swift cannot read of the headers: macros in parentheses, and macros that are functions.
static const size_t websocket_frame_padding = LWS_PRE;
static const int window_bits_for_gzip = MAX_WBITS + 16;
static inline int begin_gzip(z_stream *stream) {
    return deflateInit2(stream, 9, Z_DEFLATED, window_bits_for_gzip, 8, Z_DEFAULT_STRATEGY);
}
static inline int begin_gunzip(z_stream *stream) {
    return inflateInit2(stream, window_bits_for_gzip);
}

/// Linux has it; the header shows it only to those who ask for what is not in POSIX.
extern int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);
