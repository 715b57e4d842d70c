#include <hiredis/hiredis.h>

// Swift imports an array in a struct as a tuple, which has no address.
static inline const char *calcroom_redis_complaint(const redisContext *context) {
    return context->errstr;
}

#if HIREDIS_MAJOR < 1
typedef int calcroom_redis_count;
#else
typedef size_t calcroom_redis_count;
#endif

// The longest lists are events of a room, some thousand.
enum { calcroom_redis_elements_max = 1 << 20 };

static void *calcroom_redis_list(const redisReadTask *task, calcroom_redis_count count) {
    const redisReplyObjectFunctions *original = task->privdata;
    return count > calcroom_redis_elements_max ? NULL : original->createArray(task, count);
}

// hiredis reserves memory for as many elements as a list announces, before they arrive. Makes it refuse long lists.
// The functions must exist as long as the reader.
static inline void calcroom_redis_limit_lists(redisReader *reader, redisReplyObjectFunctions *functions) {
    *functions = *reader->fn;
    functions->createArray = calcroom_redis_list;
    reader->privdata = reader->fn;
    reader->fn = functions;
}
