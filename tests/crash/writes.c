/* Records every change that a program makes to the files below a folder, in order, or ends the program before one.

   gcc -shared -fPIC -O2 -o writes.so writes.c -ldl
   LD_PRELOAD=writes.so WRITES_BELOW=/folder/ WRITES_TO=/elsewhere/log program
   LD_PRELOAD=writes.so WRITES_BELOW=/folder/ WRITES_DIE_AT=17 program

   A record is: kind (1 byte), length of path and of data (4 bytes each), offset (8 bytes), path, data. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int out = -1, ready = 0;
static long count = 0, die_at = -1;
static const char *below;

static void prepare(void) {
    if (ready) return;
    ready = 1;
    below = getenv("WRITES_BELOW");
    const char *to = getenv("WRITES_TO"), *at = getenv("WRITES_DIE_AT");
    if (to) out = syscall(SYS_openat, AT_FDCWD, to, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (at) die_at = atol(at);
}

static void put(const void *data, size_t size) {
    if (out >= 0 && syscall(SYS_write, out, data, size) != (long)size) _exit(98);
}

/* Called with the mutex held, before the change is made. */
static void note(char kind, const char *path, int64_t offset, const void *data, uint32_t size) {
    if (die_at >= 0 && count == die_at) _exit(99);
    count++;
    if (out < 0) return;
    uint32_t length = strlen(path);
    put(&kind, 1); put(&length, 4); put(&size, 4); put(&offset, 8); put(path, length); put(data, size);
}

static int is_ours(const char *path) {
    prepare();
    size_t length = below ? strlen(below) : 0;
    if (!below) return 0;
    if (strlen(path) + 1 == length) return strncmp(path, below, length - 1) == 0; /* the folder itself */
    return strncmp(path, below, length) == 0;
}

static int path_of(int fd, char *path) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length < 0) return 0;
    path[length] = 0;
    char *gone = strstr(path, " (deleted)");
    if (gone) return 0;
    return is_ours(path);
}

static const char *whole(int folder, const char *path, char *room) {
    if (path[0] == '/') return path;
    char base[PATH_MAX];
    if (folder == AT_FDCWD) { if (!getcwd(base, sizeof base)) return path; }
    else {
        char link[64];
        snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
        ssize_t length = readlink(link, base, PATH_MAX - 1);
        if (length < 0) return path;
        base[length] = 0;
    }
    return snprintf(room, PATH_MAX, "%s/%s", base, path) < PATH_MAX ? room : path;
}

#define REAL(name) static __typeof__(&name) real; if (!real) real = dlsym(RTLD_NEXT, #name)
#define LOCKED(statement) do { pthread_mutex_lock(&mutex); statement; pthread_mutex_unlock(&mutex); } while (0)

static int opened(int folder, const char *path, int flags, mode_t mode) {
    char room[PATH_MAX];
    const char *full = whole(folder, path, room);
    struct stat found;
    int is_new = (flags & O_CREAT) && stat(full, &found) != 0;
    int ours = is_ours(full) && (is_new || (flags & O_TRUNC));
    pthread_mutex_lock(&mutex);
    if (ours) note(is_new ? 'c' : 't', full, 0, "", 0);
    int fd = syscall(SYS_openat, folder, path, flags, mode);
    pthread_mutex_unlock(&mutex);
    return fd;
}

#define MODE(flags) mode_t mode = 0; if (flags & (O_CREAT | O_TMPFILE)) { va_list rest; va_start(rest, flags); mode = va_arg(rest, mode_t); va_end(rest); }

int open(const char *path, int flags, ...) { MODE(flags) return opened(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags) return opened(AT_FDCWD, path, flags | O_LARGEFILE, mode); }
int openat(int folder, const char *path, int flags, ...) { MODE(flags) return opened(folder, path, flags, mode); }
int openat64(int folder, const char *path, int flags, ...) { MODE(flags) return opened(folder, path, flags, mode); }

ssize_t write(int fd, const void *data, size_t size) {
    REAL(write);
    char path[PATH_MAX];
    struct stat found;
    if (!path_of(fd, path)) return real(fd, data, size);
    pthread_mutex_lock(&mutex);
    int64_t at = (fcntl(fd, F_GETFL) & O_APPEND) && fstat(fd, &found) == 0 ? found.st_size : lseek(fd, 0, SEEK_CUR);
    note('w', path, at, data, size);
    ssize_t done = real(fd, data, size);
    pthread_mutex_unlock(&mutex);
    return done;
}

static ssize_t written(int fd, const void *data, size_t size, off_t at) {
    char path[PATH_MAX];
    int ours = path_of(fd, path);
    pthread_mutex_lock(&mutex);
    if (ours) note('w', path, at, data, size);
    ssize_t done = syscall(SYS_pwrite64, fd, data, size, at);
    pthread_mutex_unlock(&mutex);
    return done;
}
ssize_t pwrite(int fd, const void *data, size_t size, off_t at) { return written(fd, data, size, at); }
ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) { return written(fd, data, size, at); }

static int cut(int fd, off_t size) {
    char path[PATH_MAX];
    int ours = path_of(fd, path);
    int done;
    LOCKED(if (ours) note('x', path, size, "", 0); done = syscall(SYS_ftruncate, fd, size));
    return done;
}
int ftruncate(int fd, off_t size) { return cut(fd, size); }
int ftruncate64(int fd, off64_t size) { return cut(fd, size); }

static int synced(int fd, int call) {
    char path[PATH_MAX];
    int done = syscall(call, fd); /* noted only when it has happened */
    if (path_of(fd, path)) LOCKED(note('s', path, 0, "", 0));
    return done;
}
int fsync(int fd) { return synced(fd, SYS_fsync); }
int fdatasync(int fd) { return synced(fd, SYS_fdatasync); }

static int renamed(int from_folder, const char *from, int to_folder, const char *to) {
    char room[PATH_MAX], other[PATH_MAX];
    const char *old = whole(from_folder, from, room), *new = whole(to_folder, to, other);
    int done;
    LOCKED(if (is_ours(old)) note('r', old, 0, new, strlen(new)); done = syscall(SYS_renameat2, from_folder, from, to_folder, to, 0));
    return done;
}
int rename(const char *from, const char *to) { return renamed(AT_FDCWD, from, AT_FDCWD, to); }
int renameat(int a, const char *from, int b, const char *to) { return renamed(a, from, b, to); }

static int removed(int folder, const char *path, int flags) {
    char room[PATH_MAX];
    const char *full = whole(folder, path, room);
    int done;
    LOCKED(if (is_ours(full)) note('u', full, 0, "", 0); done = syscall(SYS_unlinkat, folder, path, flags));
    return done;
}
int unlink(const char *path) { return removed(AT_FDCWD, path, 0); }
int unlinkat(int folder, const char *path, int flags) { return removed(folder, path, flags); }

int mkdir(const char *path, mode_t mode) {
    char room[PATH_MAX];
    const char *full = whole(AT_FDCWD, path, room);
    int done;
    LOCKED(if (is_ours(full)) note('m', full, 0, "", 0); done = syscall(SYS_mkdirat, AT_FDCWD, path, mode));
    return done;
}
