#include <sys/mman.h>
#include <unistd.h>

#include "app/line_reader.h"
#include "app/query_format.h"
#include "fuzz/reader_input.h"
#include "fuzz/readers.h"
#include "talus/query.h"

namespace talus::fuzz {
void query(std::string_view bytes) {
  const int file = ::memfd_create("query", 0);
  if (file < 0) return;
  [[maybe_unused]] const ssize_t written = ::write(file, bytes.data(), bytes.size());
  ::lseek(file, 0, SEEK_SET);
  LineReader reader(file);
  static const MeshFolder folder;
  MeshLibrary meshes(folder.path());
  for (;;) {
    const std::vector<Line>& lines = reader.next_chunk(16);
    if (lines.empty()) break;
    for (const Line& line : lines) {
      expect_no_other_failure([&] {
        std::string id;
        const QueryPair pair = parse_query_line(line.text, meshes, id);
        contact(pair.a.shape, pair.a.pose, pair.b.shape, pair.b.pose);
      });
    }
  }
  ::close(file);
}

}  // namespace talus::fuzz
