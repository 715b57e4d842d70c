#include <libwebsockets.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
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

/// Has a context that is made with this say nothing, and gives what has to be freed after it. Newer
/// versions of the library count without a lock who uses a log: threads must not share one.
static inline void *silence(struct lws_context_creation_info *info) {
    lws_set_log_level(0, NULL);
#if LWS_LIBRARY_VERSION_NUMBER >= 4003000
    info->log_cx = calloc(1, sizeof(*info->log_cx));
    return info->log_cx;
#else
    return NULL;
#endif
}

static inline void set_oldest_tls(SSL_CTX *context) {
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
}

/// What a client offers for a test: this version alone, or with 0 all.
static inline void offer_tls(SSL_CTX *context, int version) {
    SSL_CTX_set_min_proto_version(context, version);
    SSL_CTX_set_max_proto_version(context, version);
}

/// Linux has it; the header shows it only to those who ask for what is not in POSIX.
extern int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);

/// Lets a write take a part of its bytes, and the next one begin with the rest at another address.
static inline void prepare_stream(SSL_CTX *context) {
    SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                                  SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
}
