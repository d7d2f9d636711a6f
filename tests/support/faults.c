/* Lets calls on the database fail as a bad disk would; preloaded by tests. FAULTS names a file with the fault's name. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int ours(const char *path) { return path && strstr(path, "eddyline."); }

static int ours_fd(int fd) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return strstr(path, "eddyline.sqlite3") != NULL;
}

static int fault(const char *name) {
    const char *file = getenv("FAULTS");
    char now[64] = "";
    if (!file) return 0;
    int fd = syscall(SYS_openat, AT_FDCWD, file, O_RDONLY);
    if (fd < 0) return 0;
    ssize_t length = syscall(SYS_read, fd, now, sizeof now - 1);
    syscall(SYS_close, fd);
    if (length > 0 && now[length - 1] == '\n') now[length - 1] = 0;
    return strcmp(now, name) == 0;
}

static int sync_fails(int fd) {
    if (!ours_fd(fd)) return 0;
    if (fault("slow")) usleep(200000);
    if (!fault("eio-fsync")) return 0;
    errno = EIO;
    return 1;
}

int fsync(int fd) { return sync_fails(fd) ? -1 : syscall(SYS_fsync, fd); }
int fdatasync(int fd) { return sync_fails(fd) ? -1 : syscall(SYS_fdatasync, fd); }

static int write_fails(int fd) {
    if (!ours_fd(fd)) return 0;
    if (fault("eio-pwrite")) errno = EIO;
    else if (fault("enospc")) errno = ENOSPC;
    else return 0;
    return 1;
}

ssize_t pwrite(int fd, const void *from, size_t size, off_t at) {
    return write_fails(fd) ? -1 : syscall(SYS_pwrite64, fd, from, size, at);
}
ssize_t pwrite64(int fd, const void *from, size_t size, off_t at) { return pwrite(fd, from, size, at); }

static int open_fails(const char *path, int flags) {
    if (!(flags & (O_WRONLY | O_RDWR | O_CREAT)) || !ours(path) || !fault("erofs")) return 0;
    errno = EROFS;
    return 1;
}

#define OPEN(name)                                                    \
    int name(const char *path, int flags, ...) {                      \
        va_list rest;                                                 \
        va_start(rest, flags);                                        \
        int mode = flags & O_CREAT ? va_arg(rest, int) : 0;           \
        va_end(rest);                                                 \
        if (open_fails(path, flags)) return -1;                       \
        return syscall(SYS_openat, AT_FDCWD, path, flags, mode);      \
    }
OPEN(open)
OPEN(open64)
