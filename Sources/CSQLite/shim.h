#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H
#include <sqlite3.h>
#include <stddef.h>

/* Cast macros and variadic functions do not import. What is bound is copied; no bytes are an empty text or blob,
 * never NULL. */
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const void *text, size_t count) {
    return sqlite3_bind_text64(statement, index, count ? text : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, size_t count) {
    return sqlite3_bind_blob64(statement, index, count ? bytes : "", count, SQLITE_TRANSIENT);
}

/* Refuses statements that could damage the file, such as writing its schema as data. */
static inline int csqlite_defend(sqlite3 *database) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}
#endif
