// XML PolyData files (.vtp) of VTK and ParaView: polygons or lines with numbers on them,
// compressed. Coordinates are 32-bit: seven digits, which is for the eye; results.h5 has them all.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "talus/math/vec3.h"
#include "talus/output/file.h"

namespace talus {

class VtkFile {
 public:
  explicit VtkFile(double time) : time_(time) {}

  std::int32_t add_point(const Vec3<double>& x);  // returns its index
  // Add all polygons first or all lines first: a file has one of them.
  void add_polygon(std::span<const std::int32_t> points, std::int32_t shift = 0);
  void add_line(std::span<const std::int32_t> points);

  // One value (or three) for every polygon or line, or for every point.
  void cell_data(const std::string& name, std::vector<float> values, int components = 1);
  void cell_data(const std::string& name, std::vector<std::int32_t> values);
  void cell_data(const std::string& name, std::vector<std::int64_t> values);
  void point_data(const std::string& name, std::vector<float> values);

  std::size_t point_count() const { return points_.size() / 3; }
  std::size_t cell_count() const { return offsets_.size(); }

  // Throws FileError.
  void write(const std::filesystem::path& file) const;

 private:
  struct Data {
    std::string name;
    std::variant<std::vector<float>, std::vector<std::int32_t>, std::vector<std::int64_t>> values;
    int components = 1;
  };

  double time_;
  bool lines_ = false;
  std::vector<float> points_;
  std::vector<std::int32_t> connectivity_, offsets_;
  std::vector<Data> cell_data_, point_data_;
};

// A series of such files (.pvd): times and the files beside it. A line is added in place, before
// the closing elements.
class VtkSeries {
 public:
  // Replaces the file. Throws FileError.
  VtkSeries(const std::filesystem::path& file, std::span<const double> times,
            std::span<const std::string> files);
  void add(double time, const std::string& file);

 private:
  std::unique_ptr<AppendFile> out_;
};

}  // namespace talus
