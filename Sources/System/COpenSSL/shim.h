#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

// Swift cannot import function-like macros.

/// Allows TLS 1.2 or newer.
static inline void calcroom_prepare_client(SSL_CTX *context) {
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION);
}

/// Sends the name of the server in the handshake.
static inline void calcroom_send_name(SSL *connection, const char *name) {
    SSL_set_tlsext_host_name(connection, name);
}
