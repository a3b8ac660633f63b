#include "talus/output/view/run_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "talus/output/drawn_scene.h"
#include "talus/output/view/view_blob.h"
#include "talus/output/view/view_mesh.h"
#include "talus/shape.h"

namespace talus {
namespace {

using Vec = Vec3<double>;

constexpr double most_int16 = 32767;

Vec row(const std::vector<double>& values, std::size_t i) {
  return {values[3 * i], values[3 * i + 1], values[3 * i + 2]};
}

void put(std::vector<float>& values, const Vec& x) {
  values.insert(values.end(),
                {static_cast<float>(x.x), static_cast<float>(x.y), static_cast<float>(x.z)});
}

std::vector<float> single(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

std::string list_of(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) {
    if (!list.empty()) list += ',';
    list += json_quoted(name);
  }
  return fmt::format("[{}]", list);
}

// "grain 17" is number 17 of the group "grain".
struct NameTable {
  std::vector<std::string> group;
  std::vector<std::int32_t> group_of, number;

  explicit NameTable(const std::vector<std::string>& names) {
    constexpr std::size_t most_digits = 9;
    std::map<std::string, std::int32_t> known;
    for (const std::string& name : names) {
      const std::size_t last = name.find_last_not_of("0123456789");
      const std::size_t digits = last == std::string::npos ? 0 : name.size() - last - 1;
      const bool has_number = last != std::string::npos && last > 0 && name[last] == ' ' &&
                              digits > 0 && digits <= most_digits;
      const std::string own = has_number ? name.substr(0, last) : name;
      const auto [entry, is_new] = known.try_emplace(own, static_cast<std::int32_t>(group.size()));
      if (is_new) group.push_back(own);
      group_of.push_back(entry->second);
      number.push_back(has_number ? std::stoi(name.substr(last + 1)) : -1);
    }
  }
};

struct Bounds {
  Vec lower{}, upper{};
  bool is_empty = true;

  void include(const Vec& x, double radius) {
    if (!(std::isfinite(x.x) && std::isfinite(x.y) && std::isfinite(x.z))) return;
    for (int k = 0; k < 3; ++k) {
      lower[k] = is_empty ? x[k] - radius : std::min(lower[k], x[k] - radius);
      upper[k] = is_empty ? x[k] + radius : std::max(upper[k], x[k] + radius);
    }
    is_empty = false;
  }
};

}  // namespace

struct RunView::Impl {
  explicit Impl(const std::filesystem::path& folder) : run(folder) {}

  struct Known {
    StoredModel model;
    ViewMeshes meshes;
    std::vector<double> first_walls;
    Bounds bounds;
    Vec origin{};
    std::vector<std::size_t> half_spaces;  // bodies
  };

  StoredRun run;
  std::optional<Known> known;

  const Known& read();
  void include_frame(Known& all, const StoredFrame& frame) const;
  void add_planes(ViewBlob& blob, const StoredFrame& frame) const;
};

void RunView::Impl::include_frame(Known& all, const StoredFrame& frame) const {
  for (std::size_t i = 0; i < all.model.size(); ++i) {
    const DrawnShape& shape = all.meshes.shape[static_cast<std::size_t>(all.model.shape_of[i])];
    if (shape.mesh < 0) continue;
    const Vec x = row(frame.position, i);
    all.bounds.include(x + shift_into(all.model.box, x), shape.radius);
  }
  for (std::size_t v = 0; v < frame.wall_vertex.size() / 3; ++v) {
    all.bounds.include(row(frame.wall_vertex, v), 0);
  }
}

const RunView::Impl::Known& RunView::Impl::read() {
  if (known) return *known;
  const std::vector<FrameRecord> frames = run.frames();
  if (frames.empty()) throw FileError(run.folder().string() + ": the run has no frame yet");
  Known all;
  all.model = run.model();
  try {
    all.meshes = view_meshes(all.model.shapes);
  } catch (const ShapeError& error) {
    throw FileError((run.folder() / "model.h5").string() + ": " + error.what());
  }
  // The bounds are those of the first and last frame that can be read: a damaged one costs only
  // itself.
  for (const FrameRecord& record : {frames.front(), frames.back()}) {
    try {
      const StoredFrame frame = run.frame(all.model, record.number);
      if (all.first_walls.empty()) all.first_walls = frame.wall_vertex;
      include_frame(all, frame);
    } catch (const FileError&) {
    }
  }
  if (all.bounds.is_empty) all.bounds = {{-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}, false};
  all.origin = 0.5 * (all.bounds.lower + all.bounds.upper);
  for (std::size_t i = 0; i < all.model.size(); ++i) {
    const auto shape = static_cast<std::size_t>(all.model.shape_of[i]);
    if (all.model.shapes[shape].type == "half_space") all.half_spaces.push_back(i);
  }
  return known.emplace(std::move(all));
}

// Half-spaces as polygons, as far as they matter.
void RunView::Impl::add_planes(ViewBlob& blob, const StoredFrame& frame) const {
  std::vector<float> vertices;
  std::vector<std::int32_t> start{0}, body;
  if (!known->half_spaces.empty()) {
    Bodies planes;
    for (const std::size_t i : known->half_spaces) {
      const StoredShape& shape =
          known->model.shapes[static_cast<std::size_t>(known->model.shape_of[i])];
      const auto& p = shape.parameters;
      planes.shape_of.push_back(static_cast<std::int32_t>(planes.shapes.size()));
      planes.shapes.push_back(make_half_space({p[0], p[1], p[2]}, p[3]));
      const double* q = &frame.orientation[4 * i];
      planes.poses.push_back(make_pose(row(frame.position, i), {q[0], q[1], q[2], q[3]}));
    }
    const Motion motion;
    const MaterialTable materials;
    const ContactTable contacts;
    const FrameView view{{}, planes, motion, {}, {}, materials, contacts, {}, known->model.box};
    for (const PlanePolygon& polygon :
         plane_polygons(view, {known->bounds.lower, known->bounds.upper})) {
      for (const Vec& x : polygon.vertex) put(vertices, x - known->origin);
      start.push_back(static_cast<std::int32_t>(vertices.size() / 3));
      body.push_back(
          static_cast<std::int32_t>(known->half_spaces[static_cast<std::size_t>(polygon.body)]));
    }
  }
  blob.array("plane_vertex", vertices, 3);
  blob.array("plane_start", start);
  blob.array("plane_body", body);
}

RunView::RunView(const std::filesystem::path& folder) : impl_(std::make_unique<Impl>(folder)) {}
RunView::~RunView() = default;

const StoredRun& RunView::run() const { return impl_->run; }

std::string RunView::state(std::size_t from) const {
  // First whether it is over: then no frame can be missed.
  const bool is_over = impl_->run.is_over();
  const std::vector<FrameRecord> frames = impl_->run.frames();
  return state_of(std::span(frames).subspan(std::min(from, frames.size())), is_over);
}

std::string RunView::state_of(std::span<const FrameRecord> frames, bool is_over) const {
  std::string rows;
  for (const FrameRecord& frame : frames) {
    rows += fmt::format("{}[{},{},{:.17g}]", rows.empty() ? "" : ",", frame.number, frame.step,
                        frame.time);
  }
  const std::filesystem::path folder =
      std::filesystem::absolute(impl_->run.folder()).lexically_normal();
  const std::filesystem::path name =
      folder.has_filename() ? folder.filename() : folder.parent_path().filename();
  return fmt::format(
      "{{\"format\":\"talus view run\",\"version\":1,\"name\":{},\"over\":{},\"measures\":{},"
      "\"frames\":[{}]}}",
      json_quoted(name.string()), is_over, list_of(impl_->run.measures()), rows);
}

std::string RunView::model() {
  const Impl::Known& all = impl_->read();
  const StoredModel& model = all.model;
  ViewBlob blob("talus view model");
  const NameTable names(model.name);
  blob.add("materials", list_of(model.materials));
  blob.add("groups", list_of(names.group));
  blob.add("origin", all.origin);
  blob.add("lower", all.bounds.lower - all.origin);
  blob.add("upper", all.bounds.upper - all.origin);
  const auto& periodic = model.box.periodic;
  blob.add("periodic", fmt::format("[{:d},{:d},{:d}]", periodic[0], periodic[1], periodic[2]));
  blob.add("box_lower", model.box.lower - all.origin);
  blob.add("box_upper", model.box.upper - all.origin);

  std::vector<std::string> kinds;
  std::vector<std::int32_t> mesh;
  std::vector<float> scale, diameter, volume, radius;
  for (std::size_t i = 0; i < model.shapes.size(); ++i) {
    const DrawnShape& shape = all.meshes.shape[i];
    kinds.push_back(model.shapes[i].type);
    mesh.push_back(shape.mesh);
    scale.insert(scale.end(), shape.scale.begin(), shape.scale.end());
    diameter.push_back(static_cast<float>(shape.diameter));
    volume.push_back(static_cast<float>(shape.volume));
    radius.push_back(static_cast<float>(shape.radius));
  }
  blob.add("kinds", list_of(kinds));
  blob.array("shape_mesh", mesh);
  blob.array("shape_scale", scale, 3);
  blob.array("shape_diameter", diameter);
  blob.array("shape_volume", volume);
  blob.array("shape_radius", radius);

  std::string level_counts;
  for (std::size_t m = 0; m < all.meshes.mesh.size(); ++m) {
    const auto& levels = all.meshes.mesh[m].level;
    level_counts += fmt::format("{}{}", m == 0 ? "" : ",", levels.size());
    for (std::size_t k = 0; k < levels.size(); ++k) {
      blob.array(fmt::format("mesh_{}_{}_vertex", m, k), levels[k].vertex, 3);
      blob.array(fmt::format("mesh_{}_{}_normal", m, k), levels[k].normal, 3);
      blob.array(fmt::format("mesh_{}_{}_triangle", m, k), levels[k].triangle, 3);
    }
  }
  blob.add("mesh_levels", fmt::format("[{}]", level_counts));

  std::vector<std::string> wall_names;
  std::vector<std::int32_t> first_vertex{0}, first_triangle{0}, triangles;
  for (const StoredWall& wall : model.walls) {
    wall_names.push_back(wall.name);
    for (const auto& t : wall.triangle) {
      for (const std::int32_t i : t) triangles.push_back(wall.first_vertex + i);
    }
    first_vertex.push_back(wall.first_vertex + wall.vertex_count);
    first_triangle.push_back(static_cast<std::int32_t>(triangles.size() / 3));
  }
  blob.add("walls", list_of(wall_names));
  blob.array("wall_triangle", triangles, 3);
  blob.array("wall_first_triangle", first_triangle);
  std::vector<float> walls;
  for (std::size_t v = 0; v < all.first_walls.size() / 3; ++v) {
    put(walls, row(all.first_walls, v) - all.origin);
  }
  blob.array("wall_vertex", walls, 3);

  std::vector<double> id(model.size());
  for (std::size_t i = 0; i < id.size(); ++i) id[i] = static_cast<double>(i);
  const auto bytes_of = [](const std::vector<std::int32_t>& values) {
    return std::vector<std::uint8_t>(values.begin(), values.end());
  };
  blob.array("id", id);
  blob.array("shape", model.shape_of);
  blob.array("material", model.material_of);
  blob.array("group", names.group_of);
  blob.array("number", names.number);
  blob.array("freedom", bytes_of(model.freedom));
  blob.array("mass", single(model.mass));
  return blob.bytes();
}

std::string RunView::frame(int number) {
  const Impl::Known& all = impl_->read();
  const StoredFrame frame = impl_->run.frame(all.model, number);
  ViewBlob blob("talus view frame");
  blob.add("number", static_cast<double>(number));
  blob.add("time", frame.time);
  blob.add("step", static_cast<double>(frame.step));
  std::vector<float> position;
  std::vector<std::int16_t> orientation;
  position.reserve(3 * all.model.size());
  orientation.reserve(4 * all.model.size());
  for (std::size_t i = 0; i < all.model.size(); ++i) {
    const Vec x = row(frame.position, i);
    put(position, x + shift_into(all.model.box, x) - all.origin);
    const double* q = &frame.orientation[4 * i];
    for (const std::size_t k : {1, 2, 3, 0}) {
      // What is no number becomes zero here; the position shows it.
      const double rounded = std::nearbyint(most_int16 * q[k]);
      orientation.push_back(std::abs(rounded) <= most_int16 ? static_cast<std::int16_t>(rounded)
                                                            : std::int16_t{0});
    }
  }
  blob.array("position", position, 3);
  blob.array("orientation", orientation, 4);
  blob.array("velocity", single(frame.velocity), 3);
  blob.array("spin", single(frame.angular_velocity), 3);
  blob.array("force", single(frame.force), 3);
  if (frame.wall_vertex != all.first_walls) {
    std::vector<float> walls;
    for (std::size_t v = 0; v < frame.wall_vertex.size() / 3; ++v) {
      put(walls, row(frame.wall_vertex, v) - all.origin);
    }
    blob.array("wall_vertex", walls, 3);
  }
  try {
    impl_->add_planes(blob, frame);
  } catch (const ShapeError& error) {
    throw FileError(fmt::format("frame {}: {}", number, error.what()));
  }
  return blob.bytes();
}

std::string RunView::contacts(int number) {
  const Impl::Known& all = impl_->read();
  const StoredContacts contacts = impl_->run.contacts(all.model, number);
  ViewBlob blob("talus view contacts");
  blob.add("number", static_cast<double>(number));
  std::vector<float> point;
  point.reserve(contacts.point.size());
  for (std::size_t i = 0; i < contacts.point.size() / 3; ++i) {
    const Vec x = row(contacts.point, i);
    put(point, x - all.origin);
  }
  blob.array("body", contacts.body, 2);
  blob.array("point", point, 3);
  blob.array("force", single(contacts.force), 3);
  blob.array("branch", single(contacts.branch), 3);
  blob.array("overlap", single(contacts.overlap));
  return blob.bytes();
}

}  // namespace talus
