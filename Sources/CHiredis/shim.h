#include <hiredis/hiredis.h>

// Swift sees an array in a struct as a tuple.

static inline const char *calcroom_redis_complaint(const redisContext *context) {
    return context->errstr;
}
