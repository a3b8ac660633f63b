// What libFuzzer and the driver call; TALUS_READER is the name of a function of readers.h.
#include "fuzz/readers.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  talus::fuzz::TALUS_READER({reinterpret_cast<const char*>(data), size});
  return 0;
}
