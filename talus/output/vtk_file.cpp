#include "talus/output/vtk_file.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>

#include "talus/output/file.h"

namespace talus {
namespace {

constexpr std::size_t block_size = std::size_t{1} << 18;  // bytes that are compressed at a time
constexpr int compression = 1;                            // the fastest

// The arrays that follow the text, in the layout of VTK: the number of blocks, the size of a block,
// the size of the last if it is smaller, the compressed sizes, then the blocks.
class Appended {
 public:
  // Returns where the array begins.
  std::size_t add(std::span<const std::byte> data) {
    const std::size_t offset = bytes_.size(), blocks = (data.size() + block_size - 1) / block_size;
    std::vector<std::uint64_t> header{blocks, block_size, data.size() % block_size};
    std::string compressed;
    for (std::size_t i = 0; i < blocks; ++i) {
      const auto block =
          data.subspan(i * block_size, std::min(block_size, data.size() - i * block_size));
      uLongf size = compressBound(block.size());
      const std::size_t before = compressed.size();
      compressed.resize(before + size);
      compress2(reinterpret_cast<Bytef*>(compressed.data() + before), &size,
                reinterpret_cast<const Bytef*>(block.data()), block.size(), compression);
      compressed.resize(before + size);
      header.push_back(size);
    }
    bytes_.append(reinterpret_cast<const char*>(header.data()),
                  header.size() * sizeof(std::uint64_t));
    bytes_ += compressed;
    return offset;
  }

  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

template <class T>
constexpr const char* type_name() {
  if constexpr (std::is_same_v<T, float>) return "Float32";
  if constexpr (std::is_same_v<T, double>) return "Float64";
  if constexpr (std::is_same_v<T, std::int32_t>) return "Int32";
  if constexpr (std::is_same_v<T, std::int64_t>) return "Int64";
}

template <class T>
std::string array_element(Appended& appended, const std::string& name, std::span<const T> values,
                          int components) {
  return fmt::format(
      "<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"appended\" "
      "offset=\"{}\"/>\n",
      type_name<T>(), name, components, appended.add(std::as_bytes(values)));
}

template <class T>
void check_count(const std::vector<T>& values, std::size_t expected, const std::string& name) {
  if (values.size() != expected) {
    throw FileError(fmt::format("{}: {} values where {} belong", name, values.size(), expected));
  }
}

}  // namespace

std::int32_t VtkFile::add_point(const Vec3<double>& x) {
  points_.insert(points_.end(),
                 {static_cast<float>(x.x), static_cast<float>(x.y), static_cast<float>(x.z)});
  return static_cast<std::int32_t>(point_count()) - 1;
}

void VtkFile::add_polygon(std::span<const std::int32_t> points, std::int32_t shift) {
  for (const std::int32_t point : points) connectivity_.push_back(point + shift);
  offsets_.push_back(static_cast<std::int32_t>(connectivity_.size()));
}

void VtkFile::add_line(std::span<const std::int32_t> points) {
  lines_ = true;
  add_polygon(points);
}

void VtkFile::cell_data(const std::string& name, std::vector<float> values, int components) {
  check_count(values, cell_count() * static_cast<std::size_t>(components), name);
  cell_data_.push_back({name, std::move(values), components});
}
void VtkFile::cell_data(const std::string& name, std::vector<std::int32_t> values) {
  check_count(values, cell_count(), name);
  cell_data_.push_back({name, std::move(values), 1});
}
void VtkFile::cell_data(const std::string& name, std::vector<std::int64_t> values) {
  check_count(values, cell_count(), name);
  cell_data_.push_back({name, std::move(values), 1});
}
void VtkFile::point_data(const std::string& name, std::vector<float> values) {
  check_count(values, point_count(), name);
  point_data_.push_back({name, std::move(values), 1});
}

void VtkFile::write(const std::filesystem::path& file) const {
  Appended appended;
  const auto data_element = [&](const Data& data) {
    return std::visit(
        [&](const auto& values) {
          return array_element(appended, data.name, std::span(values), data.components);
        },
        data.values);
  };
  std::string text = fmt::format(
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" "
      "byte_order=\"LittleEndian\" header_type=\"UInt64\" compressor=\"vtkZLibDataCompressor\">\n"
      "<PolyData>\n<FieldData>\n<DataArray type=\"Float64\" Name=\"TimeValue\" "
      "NumberOfTuples=\"1\" format=\"ascii\">{:.17g}</DataArray>\n</FieldData>\n"
      "<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"0\" NumberOfLines=\"{}\" NumberOfStrips=\"0\" "
      "NumberOfPolys=\"{}\">\n",
      time_, point_count(), lines_ ? cell_count() : 0, lines_ ? 0 : cell_count());
  text += "<PointData>\n";
  for (const Data& data : point_data_) text += data_element(data);
  text += "</PointData>\n<CellData>\n";
  for (const Data& data : cell_data_) text += data_element(data);
  text += "</CellData>\n<Points>\n" + array_element<float>(appended, "Points", points_, 3);
  const char* cells = lines_ ? "Lines" : "Polys";
  text += fmt::format("</Points>\n<{}>\n", cells);
  text += array_element<std::int32_t>(appended, "connectivity", connectivity_, 1);
  text += array_element<std::int32_t>(appended, "offsets", offsets_, 1);
  text += fmt::format("</{}>\n</Piece>\n</PolyData>\n<AppendedData encoding=\"raw\">\n_", cells);
  AtomicFile out(file);
  out.write(text);
  out.write(appended.bytes());
  out.write("\n</AppendedData>\n</VTKFile>\n");
  out.finish(Sync::later);
}

namespace {

constexpr std::string_view series_end = "</Collection>\n</VTKFile>\n";

std::string series_line(double time, const std::string& file) {
  return fmt::format("<DataSet timestep=\"{:.17g}\" part=\"0\" file=\"{}\"/>\n", time, file);
}

}  // namespace

VtkSeries::VtkSeries(const std::filesystem::path& file, std::span<const double> times,
                     std::span<const std::string> files) {
  std::string text =
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" "
      "byte_order=\"LittleEndian\">\n<Collection>\n";
  for (std::size_t i = 0; i < times.size(); ++i) text += series_line(times[i], files[i]);
  AtomicFile out(file);
  out.write(text);
  out.write(series_end);
  out.finish(Sync::later);
  out_ = std::make_unique<AppendFile>(file);
}

void VtkSeries::add(double time, const std::string& file) {
  out_->insert_before_end(series_line(time, file), series_end);
}

}  // namespace talus
