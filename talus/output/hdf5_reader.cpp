#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "talus/output/hdf5.h"
#include "talus/output/hdf5_source.h"

namespace talus {
namespace {

// The elements of data are those of a list, or of a table of `columns`, and as many as its extent
// states.
std::size_t elements_of(const Hdf5Reader& reader, const Hdf5Data& data, const std::string& name,
                        std::size_t columns) {
  const bool fits = data.extent.size() == (columns == 0 ? 1 : 2) &&
                    (columns == 0 || data.extent[1] == columns) && data.element_bytes > 0 &&
                    data.bytes.size() % data.element_bytes == 0;
  const std::size_t count = fits ? data.bytes.size() / data.element_bytes : 0;
  const std::size_t per_row = std::max<std::size_t>(columns, 1);
  if (!fits || count % per_row != 0 || count / per_row != data.extent[0]) {
    reader.fail(columns == 0 ? fmt::format("{}: expected a list", name)
                             : fmt::format("{}: expected a table of {} columns", name, columns));
  }
  return count;
}

Hdf5Data read_data(const Hdf5Reader& reader, Hdf5Source& source, const std::string& name,
                   Hdf5Type type) {
  Hdf5Data data = source.table(name, type);
  switch (data.state) {
    case Hdf5Data::State::read:
      return data;
    case Hdf5Data::State::missing:
      reader.fail(name + ": missing");
    case Hdf5Data::State::other_type:
      reader.fail(fmt::format("{}: expected {}", name,
                              type == Hdf5Type::float64 ? "floating-point numbers"
                              : type == Hdf5Type::text  ? "strings of fixed length"
                                                        : "integers"));
    case Hdf5Data::State::too_large:
      reader.fail(name + ": is larger than the file can hold");
    case Hdf5Data::State::beyond_limit:
      reader.fail(fmt::format("{}: {} rows of {} bytes a number or text, more than are read", name,
                              data.extent.empty() ? 0 : data.extent.front(), data.element_bytes));
    case Hdf5Data::State::elsewhere:
      reader.fail(name + ": is in another file, which is not read");
    case Hdf5Data::State::unreadable:
      break;
  }
  reader.fail(name + ": cannot be read");
}

template <class T>
std::vector<T> read_table(const Hdf5Reader& reader, Hdf5Source& source, const std::string& name,
                          std::size_t columns, Hdf5Type type) {
  const Hdf5Data data = read_data(reader, source, name, type);
  const std::size_t count = elements_of(reader, data, name, columns);
  if (data.element_bytes != sizeof(T)) reader.fail(name + ": cannot be read");
  std::vector<T> values(count);
  if (count > 0) std::memcpy(values.data(), data.bytes.data(), data.bytes.size());
  return values;
}

std::string text_of(const std::byte* bytes, std::size_t length) {
  const char* start = reinterpret_cast<const char*>(bytes);
  return {start, std::find(start, start + length, '\0')};
}

template <class T>
T read_attribute(const Hdf5Reader& reader, Hdf5Source& source, const std::string& object,
                 const std::string& name, Hdf5Type type) {
  const Hdf5Data data = source.attribute(object, name, type);
  if (data.state == Hdf5Data::State::missing) {
    reader.fail(fmt::format("{}: attribute {} is missing", object, name));
  }
  T value{};
  if (data.state != Hdf5Data::State::read || data.bytes.size() != sizeof(T)) {
    reader.fail(fmt::format("{}: attribute {} is not a number of the right kind", object, name));
  }
  std::memcpy(&value, data.bytes.data(), sizeof(T));
  return value;
}

}  // namespace

Hdf5Reader::Hdf5Reader(const std::filesystem::path& file) : Hdf5Reader(file, open_hdf5(file)) {}
Hdf5Reader::Hdf5Reader(const std::filesystem::path& file, std::unique_ptr<Hdf5Source> source)
    : file_(file), source_(std::move(source)) {}
Hdf5Reader::~Hdf5Reader() = default;

void Hdf5Reader::fail(const std::string& what) const {
  throw Hdf5Error(fmt::format("{}: {}", file_.string(), what));
}

void Hdf5Reader::limit_tables(std::uint64_t rows, std::uint64_t bytes) {
  source_->limit_tables(rows, bytes);
}

bool Hdf5Reader::has(const std::string& name) const { return source_->has(name); }

std::vector<double> Hdf5Reader::doubles(const std::string& name, std::size_t columns) const {
  return read_table<double>(*this, *source_, name, columns, Hdf5Type::float64);
}
std::vector<std::int32_t> Hdf5Reader::integers(const std::string& name, std::size_t columns) const {
  return read_table<std::int32_t>(*this, *source_, name, columns, Hdf5Type::int32);
}
std::vector<std::int64_t> Hdf5Reader::int64s(const std::string& name, std::size_t columns) const {
  return read_table<std::int64_t>(*this, *source_, name, columns, Hdf5Type::int64);
}
std::vector<std::uint64_t> Hdf5Reader::uint64s(const std::string& name, std::size_t columns) const {
  return read_table<std::uint64_t>(*this, *source_, name, columns, Hdf5Type::uint64);
}
std::vector<std::byte> Hdf5Reader::bytes(const std::string& name) const {
  return read_table<std::byte>(*this, *source_, name, 0, Hdf5Type::uint8);
}

std::vector<std::string> Hdf5Reader::strings(const std::string& name) const {
  const Hdf5Data data = read_data(*this, *source_, name, Hdf5Type::text);
  const std::size_t count = elements_of(*this, data, name, 0);
  std::vector<std::string> values;
  values.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    values.push_back(text_of(data.bytes.data() + i * data.element_bytes, data.element_bytes));
  }
  return values;
}

double Hdf5Reader::number(const std::string& object, const std::string& name) const {
  return read_attribute<double>(*this, *source_, object, name, Hdf5Type::float64);
}
std::int64_t Hdf5Reader::integer(const std::string& object, const std::string& name) const {
  return read_attribute<std::int64_t>(*this, *source_, object, name, Hdf5Type::int64);
}
std::uint64_t Hdf5Reader::natural(const std::string& object, const std::string& name) const {
  return read_attribute<std::uint64_t>(*this, *source_, object, name, Hdf5Type::uint64);
}

std::string Hdf5Reader::text(const std::string& object, const std::string& name) const {
  const Hdf5Data data = source_->attribute(object, name, Hdf5Type::text);
  if (data.state == Hdf5Data::State::missing) {
    fail(fmt::format("{}: attribute {} is missing", object, name));
  }
  if (data.state != Hdf5Data::State::read || data.bytes.size() != data.element_bytes) {
    fail(fmt::format("{}: attribute {} is not a string of fixed length", object, name));
  }
  return text_of(data.bytes.data(), data.bytes.size());
}

}  // namespace talus
