#include <sqlite3.h>

// Swift cannot import variadic functions, or macros with casts or sums.

static const int calcroom_file_too_short = SQLITE_IOERR_SHORT_READ;

static inline int calcroom_set_defensive(sqlite3 *database) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}

static inline int calcroom_bind_copy(
    sqlite3_stmt *statement, int place, const void *bytes, int count
) {
    return sqlite3_bind_blob(statement, place, bytes, count, SQLITE_TRANSIENT);
}

static inline int calcroom_keep_log_on_close(sqlite3 *database, int keeps) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keeps, (int *)0);
}
