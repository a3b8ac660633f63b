#include "talus/output/hdf5_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "talus/input/child_process.h"
#include "talus/input/input_file.h"
#include "talus/output/hdf5.h"
#include "talus/output/hdf5_handle.inl"

namespace talus {
namespace {

using hdf5::Handle;
using State = Hdf5Data::State;

// Limits on what a file may ask for. Compressed data are at most 1032 times as long as the file
// (the best that deflate can do).
constexpr std::uint64_t most_table_bytes = std::uint64_t{16} << 30;
constexpr std::uint64_t most_compression = 1032;
constexpr std::uint64_t spare_memory = std::uint64_t{2} << 30;  // for a table and the library
constexpr std::uint64_t memory_per_file_byte = 8;
constexpr std::uint64_t slowest_reading = 10'000'000;  // bytes per second
constexpr int spare_seconds = 30;
constexpr std::size_t most_name_bytes = 4096;
constexpr int most_dimensions = 4;

enum class Question : std::uint8_t { has, table, attribute, limits };

ChildLimits limits_for(std::uint64_t file_bytes) {
  const auto seconds = static_cast<int>(
      std::min<std::uint64_t>(file_bytes / slowest_reading, 1'000'000) + spare_seconds);
  return {spare_memory + memory_per_file_byte * file_bytes, seconds, static_cast<double>(seconds)};
}

// ---------------------------------------------------------------------------------- the child

struct MemoryType {
  H5T_class_t kind;
  hid_t id;
};

MemoryType memory_type(Hdf5Type type) {
  switch (type) {
    case Hdf5Type::float64:
      return {H5T_FLOAT, H5T_NATIVE_DOUBLE};
    case Hdf5Type::int32:
      return {H5T_INTEGER, H5T_NATIVE_INT32};
    case Hdf5Type::int64:
      return {H5T_INTEGER, H5T_NATIVE_INT64};
    case Hdf5Type::uint64:
      return {H5T_INTEGER, H5T_NATIVE_UINT64};
    case Hdf5Type::uint8:
      return {H5T_INTEGER, H5T_NATIVE_UINT8};
    case Hdf5Type::text:
      break;
  }
  return {H5T_STRING, -1};
}

bool multiply(std::uint64_t& product, std::uint64_t factor, std::uint64_t most) {
  if (factor != 0 && product > most / factor) return false;
  product *= factor;
  return true;
}

// Whether the elements of a table are in its own file.
bool is_in_file(hid_t creation) {
  const H5D_layout_t layout = H5Pget_layout(creation);
  return H5Pget_external_count(creation) == 0 &&
         (layout == H5D_COMPACT || layout == H5D_CONTIGUOUS || layout == H5D_CHUNKED);
}

// The bytes that an attribute can have in its file.
std::uint64_t length_of_file(hid_t object) {
  const Handle file(H5Iget_file_id(object), H5Fclose);
  hsize_t length = 0;
  return file.valid() && H5Fget_filesize(file.id(), &length) >= 0 ? length : 0;
}

// Those that a table can have: not more than is allocated for it, but for compression.
std::uint64_t most_bytes_in(hid_t table, hid_t creation) {
  std::uint64_t most = std::min<std::uint64_t>(length_of_file(table), H5Dget_storage_size(table));
  if (H5Pget_layout(creation) != H5D_CHUNKED || H5Pget_nfilters(creation) == 0) return most;
  return multiply(most, most_compression, most_table_bytes) ? most : most_table_bytes;
}

struct TableLimits {
  std::uint64_t rows = most_table_bytes, bytes = most_table_bytes;
};

// Reads a table or an attribute that is open and has at most so many bytes in the file.
template <class Read>
Hdf5Data data_of(const Handle& type, const Handle& space, Hdf5Type requested, std::uint64_t most,
                 const TableLimits& limits, const Read& read) {
  Hdf5Data data;
  data.state = State::other_type;
  const MemoryType memory = memory_type(requested);
  const bool is_text = requested == Hdf5Type::text;
  if (!type.valid() || !space.valid() || H5Tget_class(type.id()) != memory.kind ||
      (is_text && H5Tis_variable_str(type.id()) != 0)) {
    return data;
  }
  const hid_t memory_id = is_text ? type.id() : memory.id;
  const int rank = H5Sget_simple_extent_ndims(space.id());
  if (H5Sget_simple_extent_type(space.id()) == H5S_NULL || rank < 0 || rank > most_dimensions) {
    return data;
  }
  hsize_t extent[most_dimensions] = {};
  if (rank > 0 && H5Sget_simple_extent_dims(space.id(), extent, nullptr) < 0) return data;
  data.element_bytes = H5Tget_size(memory_id);
  if (data.element_bytes == 0) return data;
  data.state = State::too_large;
  std::uint64_t count = 1;
  for (int k = 0; k < rank; ++k) {
    data.extent.push_back(extent[k]);
    if (!multiply(count, extent[k], most_table_bytes)) return data;
  }
  // In the file the elements may be shorter than in memory.
  std::uint64_t stored = count, bytes = count;
  if (!multiply(stored, H5Tget_size(type.id()), most_table_bytes) || stored > most) {
    return data;
  }
  if (!multiply(bytes, data.element_bytes, most_table_bytes)) return data;
  if (bytes > limits.bytes || (rank > 0 && extent[0] > limits.rows)) {
    data.state = State::beyond_limit;
    return data;
  }
  data.bytes.resize(bytes);
  data.state =
      bytes == 0 || read(memory_id, data.bytes.data()) >= 0 ? State::read : State::unreadable;
  return data;
}

Hdf5Data table_in(hid_t file, const std::string& name, Hdf5Type type, const TableLimits& limits) {
  const Handle table(H5Dopen2(file, name.c_str(), H5P_DEFAULT), H5Dclose);
  if (!table.valid()) return {};
  const Handle creation(H5Dget_create_plist(table.id()), H5Pclose);
  Hdf5Data refused;
  refused.state = creation.valid() ? State::elsewhere : State::unreadable;
  if (!creation.valid() || !is_in_file(creation.id())) return refused;
  return data_of(Handle(H5Dget_type(table.id()), H5Tclose),
                 Handle(H5Dget_space(table.id()), H5Sclose), type,
                 most_bytes_in(table.id(), creation.id()), limits, [&](hid_t memory, void* to) {
                   return H5Dread(table.id(), memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, to);
                 });
}

Hdf5Data attribute_in(hid_t file, const std::string& object, const std::string& name,
                      Hdf5Type type) {
  const Handle attribute(
      H5Aopen_by_name(file, object.c_str(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  if (!attribute.valid()) return {};
  return data_of(Handle(H5Aget_type(attribute.id()), H5Tclose),
                 Handle(H5Aget_space(attribute.id()), H5Sclose), type,
                 length_of_file(attribute.id()), TableLimits{},
                 [&](hid_t memory, void* to) { return H5Aread(attribute.id(), memory, to); });
}

bool send_data(Connection& parent, Hdf5Data data) {
  if (data.state != State::read) data.bytes.clear();
  return send_value(parent, data.state) && send_value(parent, data.element_bytes) &&
         send_value(parent, std::uint64_t{data.extent.size()}) &&
         parent.send(data.extent.data(), data.extent.size() * sizeof(data.extent[0])) &&
         send_value(parent, std::uint64_t{data.bytes.size()}) &&
         parent.send(data.bytes.data(), data.bytes.size());
}

// Answers questions until the parent ends the connection.
void serve(Connection& parent, const std::filesystem::path& path, OtherFiles others) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  H5PLset_loading_state(0);  // no code of filters that the file names
  if (others == OtherFiles::refused) H5Lunregister(H5L_TYPE_EXTERNAL);
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  if (!send_value(parent, file >= 0)) return;
  Question question{};
  Hdf5Type type{};
  std::string object, name;
  TableLimits limits;
  while (receive_value(parent, question) && receive_value(parent, type) &&
         receive_text(parent, object, most_name_bytes) &&
         receive_text(parent, name, most_name_bytes)) {
    bool sent = false;
    if (question == Question::limits) {
      limits = {std::stoull(object), std::stoull(name)};
      sent = send_value(parent, true);
    } else if (question == Question::has) {
      sent = send_value(parent, H5Lexists(file, object.c_str(), H5P_DEFAULT) > 0);
    } else {
      sent =
          send_data(parent, question == Question::table ? table_in(file, object, type, limits)
                                                        : attribute_in(file, object, name, type));
    }
    if (!sent) return;
  }
}

// --------------------------------------------------------------------------------- the parent

class FileInChild final : public Hdf5Source {
 public:
  FileInChild(const std::filesystem::path& file, OtherFiles others) : file_(file) {
    const auto refuse = [&](const std::string& what) {
      throw Hdf5Error(fmt::format("cannot read {}: {}", file_.string(), what));
    };
    try {
      const std::uint64_t size = input_file_size(file_);
      child_ = std::make_unique<ChildProcess>(
          limits_for(size),
          [path = file_, others](Connection& parent) { serve(parent, path, others); });
      if (!child_->receive<bool>()) refuse("it is not an HDF5 file, or it is damaged");
    } catch (const UnreadableFile& error) {
      refuse(error.after_cannot_read());
    } catch (const ChildError& error) {
      refuse(error.what());
    }
  }

  bool has(const std::string& name) override {
    return ask(Question::has, name, {}, {}, [&] { return child_->receive<bool>(); });
  }
  Hdf5Data table(const std::string& name, Hdf5Type type) override {
    return ask(Question::table, name, {}, type, [&] { return receive_data(); });
  }
  Hdf5Data attribute(const std::string& object, const std::string& name, Hdf5Type type) override {
    return ask(Question::attribute, object, name, type, [&] { return receive_data(); });
  }
  void limit_tables(std::uint64_t rows, std::uint64_t bytes) override {
    ask(Question::limits, std::to_string(rows), std::to_string(bytes), {},
        [&] { return child_->receive<bool>(); });
  }

 private:
  template <class Receive>
  auto ask(Question question, const std::string& object, const std::string& name, Hdf5Type type,
           const Receive& receive) -> decltype(receive()) {
    try {
      child_->send(question);
      child_->send(type);
      child_->send(object);
      child_->send(name);
      return receive();
    } catch (const ChildError& error) {
      throw Hdf5Error(fmt::format("cannot read {}: {}: {}", file_.string(), object, error.what()));
    }
  }

  Hdf5Data receive_data() {
    Hdf5Data data;
    data.state = child_->receive<State>();
    data.element_bytes = child_->receive<std::uint64_t>();
    const auto rank = child_->receive<std::uint64_t>();
    if (rank > most_dimensions) throw ChildError("its answer makes no sense");
    data.extent.resize(rank);
    child_->receive(data.extent.data(), rank * sizeof(data.extent[0]));
    const auto size = child_->receive<std::uint64_t>();
    if (size > most_table_bytes) throw ChildError("its answer makes no sense");
    data.bytes.resize(size);
    child_->receive(data.bytes.data(), size);
    return data;
  }

  std::filesystem::path file_;
  std::unique_ptr<ChildProcess> child_;
};

}  // namespace

std::unique_ptr<Hdf5Source> open_hdf5(const std::filesystem::path& file, OtherFiles others) {
  return std::make_unique<FileInChild>(file, others);
}

}  // namespace talus
