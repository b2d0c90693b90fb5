/* A disk that shows what it was told to keep. Preloaded into PostgreSQL, it copies every file below DISK_DATA to the
 * same place below DISK_SYNCED when, and only when, the file is synced: what is below DISK_SYNCED is what a machine
 * that lost its power would find. To sync a directory makes the names in it durable.
 *
 * Nothing here reports errors: a copy that fails loses writes, and the run that looks for lost writes finds that. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int kept_path(const char *path, char *kept) {
    const char *data = getenv("DISK_DATA"), *synced = getenv("DISK_SYNCED");
    size_t length = data ? strlen(data) : 0;
    if (!length || !synced || strncmp(path, data, length) || (path[length] && path[length] != '/'))
        return 0;
    return snprintf(kept, PATH_MAX, "%s%s", synced, path + length) < PATH_MAX;
}

/* The file is overwritten in place, and cut only at its end: a copy that is interrupted loses nothing kept before. */
static void keep_file(int from, const struct stat *is, const char *kept) {
    static char page[1 << 16];
    int to = open(kept, O_WRONLY | O_CREAT | O_CLOEXEC, is->st_mode & 0777);
    off_t at = 0;
    ssize_t count;
    if (to < 0)
        return;
    while ((count = pread(from, page, sizeof page, at)) > 0) {
        if (pwrite(to, page, count, at) != count)
            break;
        at += count;
    }
    if (count == 0 && ftruncate(to, at))
        perror("ftruncate");
    close(to);
}

static void keep_names(const char *path, const char *kept) {
    char here[PATH_MAX], there[PATH_MAX];
    struct dirent *entry;
    struct stat is;
    DIR *names;
    mkdir(kept, 0700);
    for (names = opendir(path); names && (entry = readdir(names));) {
        if (snprintf(here, PATH_MAX, "%s/%s", path, entry->d_name) >= PATH_MAX ||
            snprintf(there, PATH_MAX, "%s/%s", kept, entry->d_name) >= PATH_MAX || lstat(here, &is))
            continue;
        if (S_ISREG(is.st_mode))
            close(open(there, O_WRONLY | O_CREAT | O_CLOEXEC, is.st_mode & 0777));
        else if (S_ISDIR(is.st_mode))
            mkdir(there, 0700);
    }
    if (names)
        closedir(names);
    for (names = opendir(kept); names && (entry = readdir(names));)
        if (snprintf(here, PATH_MAX, "%s/%s", path, entry->d_name) < PATH_MAX &&
            snprintf(there, PATH_MAX, "%s/%s", kept, entry->d_name) < PATH_MAX && access(here, F_OK))
            unlink(there);
    if (names)
        closedir(names);
}

static void keep(int handle) {
    char link[64], path[PATH_MAX], kept[PATH_MAX];
    struct stat is;
    snprintf(link, sizeof link, "/proc/self/fd/%d", handle);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0 || fstat(handle, &is))
        return;
    path[length] = 0;
    if (!kept_path(path, kept))
        return;
    if (S_ISDIR(is.st_mode))
        keep_names(path, kept);
    else if (S_ISREG(is.st_mode))
        keep_file(handle, &is, kept);
}

typedef int (*Sync)(int);

int fsync(int handle) {
    int failed = ((Sync)dlsym(RTLD_NEXT, "fsync"))(handle);
    if (!failed)
        keep(handle);
    return failed;
}

int fdatasync(int handle) {
    int failed = ((Sync)dlsym(RTLD_NEXT, "fdatasync"))(handle);
    if (!failed)
        keep(handle);
    return failed;
}
