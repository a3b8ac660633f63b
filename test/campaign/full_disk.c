// A disk that is full after FULL_DISK_BYTES bytes, for files below FULL_DISK_FOLDER (LD_PRELOAD).
// Writing in place costs bytes, too: that is stricter than a disk.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static long long room = -1;

// How many of the bytes fit.
static size_t allowed(int descriptor, size_t size) {
  const char* folder = getenv("FULL_DISK_FOLDER");
  char link[64], path[PATH_MAX + 1];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const ssize_t length = readlink(link, path, PATH_MAX);
  if (folder == NULL || length < 0) return size;
  path[length] = '\0';
  if (strncmp(path, folder, strlen(folder)) != 0) return size;
  if (room < 0) room = atoll(getenv("FULL_DISK_BYTES"));
  const size_t fits = (long long)size < room ? size : (size_t)room;
  room -= (long long)fits;
  return fits;
}

ssize_t write(int descriptor, const void* data, size_t size) {
  static ssize_t (*real)(int, const void*, size_t);
  if (real == NULL) *(void**)&real = dlsym(RTLD_NEXT, "write");
  const size_t fits = allowed(descriptor, size);
  if (fits == 0 && size > 0) return errno = ENOSPC, -1;
  return real(descriptor, data, fits);
}

static ssize_t write_at(const char* name, int descriptor, const void* data, size_t size, off_t at) {
  ssize_t (*real)(int, const void*, size_t, off_t);
  *(void**)&real = dlsym(RTLD_NEXT, name);
  const size_t fits = allowed(descriptor, size);
  if (fits == 0 && size > 0) return errno = ENOSPC, -1;
  return real(descriptor, data, fits, at);
}

ssize_t pwrite(int descriptor, const void* data, size_t size, off_t at) {
  return write_at("pwrite", descriptor, data, size, at);
}

ssize_t pwrite64(int descriptor, const void* data, size_t size, off_t at) {
  return write_at("pwrite64", descriptor, data, size, at);
}
