#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "talus/output/hdf5.h"
#include "talus/output/hdf5_handle.inl"

namespace talus {
namespace {

using hdf5::Handle;

// The extent of a table, checked: `columns` per row, or a list.
std::size_t rows_of(const Hdf5Reader& reader, const Handle& table, const std::string& name,
                    std::size_t columns) {
  if (!table.valid()) reader.fail(name + ": missing");
  const Handle space(H5Dget_space(table.id()), H5Sclose);
  const int rank = H5Sget_simple_extent_ndims(space.id());
  hsize_t extent[2] = {0, 0};
  const bool fits = rank == (columns == 0 ? 1 : 2) &&
                    H5Sget_simple_extent_dims(space.id(), extent, nullptr) >= 0 &&
                    (columns == 0 || extent[1] == columns);
  if (!fits) {
    reader.fail(columns == 0 ? fmt::format("{}: expected a list", name)
                             : fmt::format("{}: expected a table of {} columns", name, columns));
  }
  return extent[0];
}

template <class T>
std::vector<T> read_table(const Hdf5Reader& reader, hid_t id, const std::string& name,
                          std::size_t columns, H5T_class_t kind, hid_t memory_type) {
  const Handle table(H5Dopen2(id, name.c_str(), H5P_DEFAULT), H5Dclose);
  const std::size_t rows = rows_of(reader, table, name, columns);
  const Handle type(H5Dget_type(table.id()), H5Tclose);
  if (H5Tget_class(type.id()) != kind) {
    reader.fail(fmt::format("{}: expected {}", name,
                            kind == H5T_FLOAT ? "floating-point numbers" : "integers"));
  }
  std::vector<T> values(rows * std::max<std::size_t>(columns, 1));
  if (!values.empty() &&
      H5Dread(table.id(), memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0) {
    reader.fail(name + ": cannot be read");
  }
  return values;
}

template <class T>
T read_attribute(const Hdf5Reader& reader, hid_t id, const std::string& object,
                 const std::string& name, H5T_class_t kind, hid_t memory_type) {
  const Handle attribute(
      H5Aopen_by_name(id, object.c_str(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  if (!attribute.valid()) reader.fail(fmt::format("{}: attribute {} is missing", object, name));
  const Handle type(H5Aget_type(attribute.id()), H5Tclose);
  const Handle space(H5Aget_space(attribute.id()), H5Sclose);
  T value{};
  if (H5Tget_class(type.id()) != kind || H5Sget_simple_extent_npoints(space.id()) != 1 ||
      H5Aread(attribute.id(), memory_type, &value) < 0) {
    reader.fail(fmt::format("{}: attribute {} is not a number of the right kind", object, name));
  }
  return value;
}

}  // namespace

Hdf5Reader::Hdf5Reader(const std::filesystem::path& file) : file_(file), id_(-1) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  const auto refuse = [&](const std::string& what) {
    throw Hdf5Error(fmt::format("cannot read {}: {}", file_.string(), what));
  };
  if (std::filesystem::is_directory(file_)) refuse("it is a directory");
  if (!std::ifstream(file_, std::ios::binary)) refuse(std::strerror(errno));
  id_ = H5Fopen(file_.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  if (id_ < 0) refuse("it is not an HDF5 file, or it is damaged");
}

Hdf5Reader::~Hdf5Reader() { H5Fclose(id_); }

void Hdf5Reader::fail(const std::string& what) const {
  throw Hdf5Error(fmt::format("{}: {}", file_.string(), what));
}

bool Hdf5Reader::has(const std::string& name) const {
  return H5Lexists(id_, name.c_str(), H5P_DEFAULT) > 0;
}

std::vector<double> Hdf5Reader::doubles(const std::string& name, std::size_t columns) const {
  return read_table<double>(*this, id_, name, columns, H5T_FLOAT, H5T_NATIVE_DOUBLE);
}

std::vector<std::int32_t> Hdf5Reader::integers(const std::string& name, std::size_t columns) const {
  return read_table<std::int32_t>(*this, id_, name, columns, H5T_INTEGER, H5T_NATIVE_INT32);
}
std::vector<std::int64_t> Hdf5Reader::int64s(const std::string& name, std::size_t columns) const {
  return read_table<std::int64_t>(*this, id_, name, columns, H5T_INTEGER, H5T_NATIVE_INT64);
}
std::vector<std::uint64_t> Hdf5Reader::uint64s(const std::string& name, std::size_t columns) const {
  return read_table<std::uint64_t>(*this, id_, name, columns, H5T_INTEGER, H5T_NATIVE_UINT64);
}
std::vector<std::byte> Hdf5Reader::bytes(const std::string& name) const {
  return read_table<std::byte>(*this, id_, name, 0, H5T_INTEGER, H5T_NATIVE_UINT8);
}

std::vector<std::string> Hdf5Reader::strings(const std::string& name) const {
  const Handle table(H5Dopen2(id_, name.c_str(), H5P_DEFAULT), H5Dclose);
  const std::size_t rows = rows_of(*this, table, name, 0);
  const Handle type(H5Dget_type(table.id()), H5Tclose);
  if (H5Tget_class(type.id()) != H5T_STRING || H5Tis_variable_str(type.id()) > 0) {
    fail(name + ": expected strings of fixed length");
  }
  const std::size_t length = H5Tget_size(type.id());
  std::vector<char> text(rows * length + 1);
  if (rows > 0 && H5Dread(table.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()) < 0) {
    fail(name + ": cannot be read");
  }
  std::vector<std::string> values;
  for (std::size_t i = 0; i < rows; ++i) {
    const char* start = text.data() + i * length;
    values.emplace_back(start, std::find(start, start + length, '\0'));
  }
  return values;
}

double Hdf5Reader::number(const std::string& object, const std::string& name) const {
  return read_attribute<double>(*this, id_, object, name, H5T_FLOAT, H5T_NATIVE_DOUBLE);
}
std::int64_t Hdf5Reader::integer(const std::string& object, const std::string& name) const {
  return read_attribute<std::int64_t>(*this, id_, object, name, H5T_INTEGER, H5T_NATIVE_INT64);
}
std::uint64_t Hdf5Reader::natural(const std::string& object, const std::string& name) const {
  return read_attribute<std::uint64_t>(*this, id_, object, name, H5T_INTEGER, H5T_NATIVE_UINT64);
}

std::string Hdf5Reader::text(const std::string& object, const std::string& name) const {
  const Handle attribute(
      H5Aopen_by_name(id_, object.c_str(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  if (!attribute.valid()) fail(fmt::format("{}: attribute {} is missing", object, name));
  const Handle type(H5Aget_type(attribute.id()), H5Tclose);
  if (H5Tget_class(type.id()) != H5T_STRING || H5Tis_variable_str(type.id()) > 0) {
    fail(fmt::format("{}: attribute {} is not a string of fixed length", object, name));
  }
  std::vector<char> value(H5Tget_size(type.id()) + 1);
  if (H5Aread(attribute.id(), type.id(), value.data()) < 0) {
    fail(fmt::format("{}: attribute {} cannot be read", object, name));
  }
  return value.data();
}

}  // namespace talus
