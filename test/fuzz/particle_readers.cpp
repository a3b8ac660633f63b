// Files of particles of other programs. What is read is written in every format that can hold it.
#include "app/exchange/particle_table.h"
#include "fuzz/reader_input.h"
#include "fuzz/readers.h"

namespace talus::fuzz {
namespace {

const std::string name = "particles";

void write_all(const ParticleTable& table) {
  for (const std::string& format : writable_formats()) {
    try {
      particles_text(table, format);
    } catch (const ShapeError&) {  // of a shape that the format cannot hold
    }
  }
}

}  // namespace

void lammps_data(std::string_view bytes) {
  expect_no_other_failure([&] { write_all(parse_lammps_data(bytes, name, {})); });
}

void lammps_dump(std::string_view bytes) {
  ParticleOptions options;
  const char* const parts[][2] = {
      {"c_q[1]", "quatw"}, {"c_q[2]", "quati"}, {"c_q[3]", "quatj"}, {"c_q[4]", "quatk"}};
  for (const auto& [from, to] : parts) {  // columns that the file does not have are refused
    if (bytes.find(from) != std::string_view::npos) options.columns[from] = to;
  }
  expect_no_other_failure([&] { write_all(parse_lammps_dump(bytes, name, options)); });
}

void yade(std::string_view bytes) {
  expect_no_other_failure([&] { write_all(parse_yade_text(bytes, name, {})); });
}

}  // namespace talus::fuzz
