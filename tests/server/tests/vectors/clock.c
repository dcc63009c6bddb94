/*
 * The wall clock of a process under test, in place of the machine's: it stands at the number of milliseconds since 1970 in the
 * file that VECTORS_CLOCK names. The file is replaced as a whole and read as a whole each time, so that any number of threads
 * read what was set last. The other clocks run on. Loaded before the C library (LD_PRELOAD).
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long long now_ms(void) {
    char digits[32] = {0};
    const char *path = getenv("VECTORS_CLOCK");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    ssize_t length = file < 0 ? -1 : read(file, digits, sizeof digits - 1);
    /* A process that went by another clock would say nothing of the server. */
    if (length <= 0) abort();
    close(file);
    return atoll(digits);
}

int clock_gettime(clockid_t which, struct timespec *at) {
    if (which != CLOCK_REALTIME && which != CLOCK_REALTIME_COARSE) return (int)syscall(SYS_clock_gettime, which, at);
    long long ms = now_ms();
    at->tv_sec = ms / 1000;
    at->tv_nsec = ms % 1000 * 1000000;
    return 0;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone) {
    (void)zone;
    long long ms = now_ms();
    at->tv_sec = ms / 1000;
    at->tv_usec = ms % 1000 * 1000;
    return 0;
}

time_t time(time_t *at) {
    time_t seconds = now_ms() / 1000;
    if (at) *at = seconds;
    return seconds;
}
