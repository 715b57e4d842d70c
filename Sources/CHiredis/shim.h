#include <hiredis/hiredis.h>

// Swift imports an array in a struct as a tuple, which has no address.

static inline const char *calcroom_redis_complaint(const redisContext *context) {
    return context->errstr;
}
