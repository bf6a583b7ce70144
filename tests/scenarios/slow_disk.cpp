#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>

// A slow disk, to be loaded into redis-server with LD_PRELOAD: every fsync takes CARDROOM_FSYNC_MS longer.
namespace {

int slowly(const char* name, int file) {
  const char* text = std::getenv("CARDROOM_FSYNC_MS");
  const long ms = text ? std::atol(text) : 0;
  timespec left{ms / 1000, ms % 1000 * 1'000'000};
  while (nanosleep(&left, &left) != 0) {
  }
  return reinterpret_cast<int (*)(int)>(dlsym(RTLD_NEXT, name))(file);
}

}  // namespace

extern "C" int fsync(int file) { return slowly("fsync", file); }
extern "C" int fdatasync(int file) { return slowly("fdatasync", file); }
