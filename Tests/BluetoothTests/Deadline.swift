import Glibc

/// CLOCK_MONOTONIC nanoseconds so many seconds from now.
func deadline(seconds: Int) -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec + seconds) * 1_000_000_000
}
