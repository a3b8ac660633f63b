#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

#include "talus/output/hdf5.h"
#include "talus/output/hdf5_handle.inl"

namespace talus {
namespace {

using hdf5::Handle;

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& what) {
  throw Hdf5Error(fmt::format("cannot write {}: {}", file.string(), what));
}

// Without times, so that equal contents give equal files.
Handle creation_properties(hid_t kind) {
  Handle properties(H5Pcreate(kind), H5Pclose);
  H5Pset_obj_track_times(properties.id(), false);
  return properties;
}

Handle text_type(std::size_t length) {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type.id(), std::max<std::size_t>(length, 1));
  H5Tset_strpad(type.id(), H5T_STR_NULLPAD);
  return type;
}

// The type in the file is little-endian, whatever the machine.
void write_table(const std::filesystem::path& file, hid_t id, const std::string& name,
                 hid_t file_type, hid_t memory_type, const void* data,
                 std::span<const hsize_t> extent) {
  const Handle space(H5Screate_simple(static_cast<int>(extent.size()), extent.data(), nullptr),
                     H5Sclose);
  const Handle properties = creation_properties(H5P_DATASET_CREATE);
  const Handle table(H5Dcreate2(id, name.c_str(), file_type, space.id(), H5P_DEFAULT,
                                properties.id(), H5P_DEFAULT),
                     H5Dclose);
  const bool empty = std::find(extent.begin(), extent.end(), 0) != extent.end();
  if (!table.valid() ||
      (!empty && H5Dwrite(table.id(), memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0)) {
    fail(file, name);
  }
}

void write_attribute(const std::filesystem::path& file, hid_t id, const std::string& object,
                     const std::string& name, hid_t file_type, hid_t memory_type,
                     const void* data) {
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  const Handle attribute(H5Acreate_by_name(id, object.c_str(), name.c_str(), file_type, space.id(),
                                           H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                         H5Aclose);
  if (!attribute.valid() || H5Awrite(attribute.id(), memory_type, data) < 0) {
    fail(file, object + " " + name);
  }
}

}  // namespace

Hdf5Writer::Hdf5Writer(const std::filesystem::path& file)
    : file_(file), part_(file.string() + ".part"), id_(-1) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // failures become exceptions, not prints
  // The system's own words for what is wrong, which the library does not pass on.
  if (std::filesystem::is_directory(file_)) fail(file_, "it is a directory");
  if (!std::ofstream(part_, std::ios::binary)) fail(file_, std::strerror(errno));
  const Handle properties = creation_properties(H5P_FILE_CREATE);
  id_ = H5Fcreate(part_.c_str(), H5F_ACC_TRUNC, properties.id(), H5P_DEFAULT);
  if (id_ < 0) fail(file_, "HDF5 cannot create it");
}

Hdf5Writer::~Hdf5Writer() {
  if (id_ < 0) return;
  H5Fclose(id_);
  std::error_code ignored;
  std::filesystem::remove(part_, ignored);
}

void Hdf5Writer::group(const std::string& name) {
  const Handle properties = creation_properties(H5P_GROUP_CREATE);
  const Handle group(H5Gcreate2(id_, name.c_str(), H5P_DEFAULT, properties.id(), H5P_DEFAULT),
                     H5Gclose);
  if (!group.valid()) fail(file_, name);
}

void Hdf5Writer::table(const std::string& name, std::span<const double> values,
                       std::size_t columns) {
  const hsize_t extent[2] = {values.size() / std::max<std::size_t>(columns, 1), columns};
  write_table(file_, id_, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, values.data(),
              std::span(extent, columns == 0 ? 1 : 2));
}

void Hdf5Writer::table(const std::string& name, std::span<const std::int32_t> values,
                       std::size_t columns) {
  const hsize_t extent[2] = {values.size() / std::max<std::size_t>(columns, 1), columns};
  write_table(file_, id_, name, H5T_STD_I32LE, H5T_NATIVE_INT32, values.data(),
              std::span(extent, columns == 0 ? 1 : 2));
}

void Hdf5Writer::table(const std::string& name, std::span<const std::string> values) {
  std::size_t length = 1;
  for (const std::string& value : values) length = std::max(length, value.size());
  std::vector<char> text(length * values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::copy(values[i].begin(), values[i].end(), text.begin() + static_cast<long>(i * length));
  }
  const Handle type = text_type(length);
  const hsize_t extent[1] = {values.size()};
  write_table(file_, id_, name, type.id(), type.id(), text.data(), extent);
}

void Hdf5Writer::attribute(const std::string& object, const std::string& name, double value) {
  write_attribute(file_, id_, object, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, &value);
}
void Hdf5Writer::attribute(const std::string& object, const std::string& name, std::int64_t value) {
  write_attribute(file_, id_, object, name, H5T_STD_I64LE, H5T_NATIVE_INT64, &value);
}
void Hdf5Writer::attribute(const std::string& object, const std::string& name,
                           std::uint64_t value) {
  write_attribute(file_, id_, object, name, H5T_STD_U64LE, H5T_NATIVE_UINT64, &value);
}
void Hdf5Writer::attribute(const std::string& object, const std::string& name,
                           const std::string& value) {
  const Handle type = text_type(value.size());
  write_attribute(file_, id_, object, name, type.id(), type.id(),
                  value.empty() ? "" : value.data());
}

void Hdf5Writer::finish() {
  const bool flushed = H5Fflush(id_, H5F_SCOPE_LOCAL) >= 0;
  const bool closed = H5Fclose(std::exchange(id_, -1)) >= 0;
  std::error_code error;
  if (flushed && closed) {
    std::filesystem::rename(part_, file_, error);
    if (!error) return;
  }
  std::error_code ignored;
  std::filesystem::remove(part_, ignored);
  fail(file_, error ? error.message() : "it could not be written in full (is the disk full?)");
}

}  // namespace talus
