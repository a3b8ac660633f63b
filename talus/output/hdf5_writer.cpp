#include <fmt/format.h>

#include <algorithm>

#include "talus/output/checksum.h"
#include "talus/output/hdf5.h"
#include "talus/output/hdf5_handle.inl"

namespace talus {
namespace {

using hdf5::Handle;

constexpr std::size_t memory_increment = std::size_t{1} << 20;  // bytes

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

template <class T>
void write_numbers(const std::filesystem::path& file, hid_t id, const std::string& name,
                   hid_t file_type, hid_t memory_type, std::span<const T> values,
                   std::size_t columns) {
  const hsize_t extent[2] = {values.size() / std::max<std::size_t>(columns, 1), columns};
  write_table(file, id, name, file_type, memory_type, values.data(),
              std::span(extent, columns == 0 ? 1 : 2));
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

Hdf5Writer::Hdf5Writer(const std::filesystem::path& file, Checksum checksum)
    : file_(file), checksum_(checksum), id_(-1) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // failures become exceptions, not prints
  try {
    out_ = std::make_unique<AtomicFile>(file_);
  } catch (const FileError& error) {
    throw Hdf5Error(error.what());
  }
  const Handle creation = creation_properties(H5P_FILE_CREATE);
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  constexpr bool no_file_of_its_own = false;
  H5Pset_fapl_core(access.id(), memory_increment, no_file_of_its_own);
  id_ = H5Fcreate(file_.c_str(), H5F_ACC_TRUNC, creation.id(), access.id());
  if (id_ < 0) fail(file_, "HDF5 cannot create it");
}

Hdf5Writer::~Hdf5Writer() {
  if (id_ >= 0) H5Fclose(id_);
}

void Hdf5Writer::group(const std::string& name) {
  const Handle properties = creation_properties(H5P_GROUP_CREATE);
  const Handle group(H5Gcreate2(id_, name.c_str(), H5P_DEFAULT, properties.id(), H5P_DEFAULT),
                     H5Gclose);
  if (!group.valid()) fail(file_, name);
}

void Hdf5Writer::table(const std::string& name, std::span<const double> values,
                       std::size_t columns) {
  write_numbers(file_, id_, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, values, columns);
}

void Hdf5Writer::table(const std::string& name, std::span<const std::int32_t> values,
                       std::size_t columns) {
  write_numbers(file_, id_, name, H5T_STD_I32LE, H5T_NATIVE_INT32, values, columns);
}

void Hdf5Writer::table(const std::string& name, std::span<const std::int64_t> values,
                       std::size_t columns) {
  write_numbers(file_, id_, name, H5T_STD_I64LE, H5T_NATIVE_INT64, values, columns);
}
void Hdf5Writer::table(const std::string& name, std::span<const std::uint64_t> values,
                       std::size_t columns) {
  write_numbers(file_, id_, name, H5T_STD_U64LE, H5T_NATIVE_UINT64, values, columns);
}
void Hdf5Writer::bytes(const std::string& name, std::span<const std::byte> values) {
  write_numbers(file_, id_, name, H5T_STD_U8LE, H5T_NATIVE_UINT8, values, 0);
}

void Hdf5Writer::link(const std::string& name, const std::string& file, const std::string& object) {
  if (H5Lcreate_external(file.c_str(), object.c_str(), id_, name.c_str(), H5P_DEFAULT,
                         H5P_DEFAULT) < 0) {
    fail(file_, name);
  }
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

void Hdf5Writer::finish(Sync sync) {
  const Handle file(std::exchange(id_, -1), H5Fclose);
  void** memory = nullptr;
  if (H5Fflush(file.id(), H5F_SCOPE_LOCAL) < 0 ||
      H5Fget_vfd_handle(file.id(), H5P_DEFAULT, reinterpret_cast<void**>(&memory)) < 0) {
    fail(file_, "HDF5 cannot put it together");
  }
  const ssize_t size = H5Fget_file_image(file.id(), nullptr, 0);
  if (size < 0) fail(file_, "HDF5 cannot put it together");
  const std::span image(static_cast<const std::byte*>(*memory), static_cast<std::size_t>(size));
  try {
    if (checksum_ == Checksum::yes) out_->write(checksum_block(image));
    out_->write(image);
    out_->finish(sync);
  } catch (const FileError& error) {
    out_.reset();
    throw Hdf5Error(error.what());
  }
}

}  // namespace talus
