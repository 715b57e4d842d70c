#include <libwebsockets.h>
#include <openssl/evp.h>

/// What Swift cannot read of the header: a macro in parentheses.
static const size_t websocket_frame_padding = LWS_PRE;
