#include <libwebsockets.h>
#include <malloc.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <zlib.h>

// Swift cannot import macros with parentheses or function-like macros.
static const size_t websocket_frame_padding = LWS_PRE;
static const int window_bits_for_gzip = MAX_WBITS + 16;
static inline int begin_gzip(z_stream *stream) {
    return deflateInit2(stream, 9, Z_DEFLATED, window_bits_for_gzip, 8, Z_DEFAULT_STRATEGY);
}
static inline int begin_gunzip(z_stream *stream) {
    return inflateInit2(stream, window_bits_for_gzip);
}

/// Disables logging for a new context. Returns memory to free after the context is destroyed, or NULL. Newer
/// versions of the library count the users of a log without a lock, so threads must not share a log.
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

static inline void add_to_chain(SSL_CTX *context, X509 *certificate) {
    SSL_CTX_add1_chain_cert(context, certificate);
}

/// Chooses HTTP/1.1. Without a choice a browser would use HTTP/2, which the server does not support.
static inline int select_http_1(SSL *connection, const unsigned char **chosen, unsigned char *count,
                                const unsigned char *offered, unsigned int offered_count,
                                void *unused) {
    static const unsigned char own[] = "\x08http/1.1";
    int result = SSL_select_next_proto((unsigned char **)chosen, count, own, sizeof(own) - 1,
                                       offered, offered_count);
    return result == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_NOACK;
}
static inline void choose_http_1(SSL_CTX *context) {
    SSL_CTX_set_alpn_select_cb(context, select_http_1, NULL);
}

/// For tests: a client then offers only this TLS version; 0 offers all.
static inline void offer_tls(SSL_CTX *context, int version) {
    SSL_CTX_set_min_proto_version(context, version);
    SSL_CTX_set_max_proto_version(context, version);
}

/// Linux-specific; the header declares it only if extensions of POSIX are requested.
extern int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);

/// Sets the last argument of the function that SSL_set_msg_callback has set.
static inline void set_message_argument(SSL *connection, void *argument) {
    SSL_set_msg_callback_arg(connection, argument);
}

/// Allows partial writes, which may continue at another address, and reads one record at a time.
static inline void prepare_stream(SSL_CTX *context) {
    // Otherwise a read would not end while a client sends records without data.
    SSL_CTX_clear_mode(context, SSL_MODE_AUTO_RETRY);
    SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                                  SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
}
