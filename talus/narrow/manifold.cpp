#include "talus/narrow/manifold.h"

#include <algorithm>
#include <utility>

#include "talus/narrow/canonical_order.h"
#include "talus/narrow/curved_manifold.h"

namespace talus {
namespace {

using polyhedron_polyhedron::ClipStorage;

// The pair in canonical order, with the second body in the frame of the first.
struct OrderedPair {
  bool swapped;
  const PolyhedronView<double>*first, *second;
  Vec3<double> position;  // of the first
  Mat3<double> rotation;
  RelativePose<double> second_in_first;

  Vec3<double> point_to_world(const Vec3<double>& x) const { return rotation * x + position; }
};

std::optional<OrderedPair> ordered(const Shape& a, const Pose<double>& pose_a, const Shape& b,
                                   const Pose<double>& pose_b) {
  const Polyhedron* body_a = std::get_if<Polyhedron>(&a);
  const Polyhedron* body_b = std::get_if<Polyhedron>(&b);
  if (body_a == nullptr || body_b == nullptr) return std::nullopt;
  const bool swapped = !in_canonical_order(a, pose_a, b, pose_b);
  if (swapped) std::swap(body_a, body_b);
  const Pose<double>& first = swapped ? pose_b : pose_a;
  const Pose<double>& second = swapped ? pose_a : pose_b;
  const Mat3<double> rotation = rotation_of(first.orientation);
  return OrderedPair{swapped,        &body_a->view(), &body_b->view(),
                     first.position, rotation,        relative_pose(first, rotation, second)};
}

// Runs the kernel with increasing storage until it suffices. Contacts are mostly shallow and need
// little, whatever the number of faces: the first attempt assumes 64 faces, each further one four
// times as many. The capacities of clip_storage.h suffice; the last attempt exceeds them.
template <class Kernel>
auto with_storage(const OrderedPair& pair, OverlapScratch* kept, const Kernel& kernel) {
  OverlapScratch::Impl own;
  OverlapScratch::Impl& scratch = kept != nullptr ? kept->impl() : own;
  const int faces = pair.first->face_count + pair.second->face_count;
  constexpr int first_faces = 64, growth = 4;
  for (int assumed = std::min(faces, first_faces);; assumed *= growth) {
    const int corners =
        std::max(polyhedron_polyhedron::corner_capacity_for(assumed), pair.first->vertex_count);
    auto result = kernel(
        scratch.reserve(corners, polyhedron_polyhedron::face_capacity_for(assumed)), scratch);
    if (!result.exceeded || assumed > faces) return result;
  }
}

// Largest error of the squared length of a normal that counts as unit: contacts have 1e-15 or so,
// directions that a user typed with a few digits are accepted. A choice.
constexpr double unit_error = 1e-3;

// Whether a contact has a finite distance and a unit normal, so that a patch is defined.
bool is_usable(const Contact<double>& contact) {
  const double length = norm_squared(contact.normal);
  return std::isfinite(contact.distance) && length > 1.0 - unit_error && length < 1.0 + unit_error;
}

Manifold polyhedral_manifold(const OrderedPair& pair, const Contact<double>& contact,
                             const ManifoldSettings<double>& settings, OverlapScratch* scratch) {
  const Vec3<double> normal = pair.swapped ? -contact.normal : contact.normal;
  const Vec3<double> n = normalized(transpose_times(pair.rotation, normal));
  Manifold result;
  const auto kernel = [&](const ClipStorage<double>& storage, OverlapScratch::Impl& reserved) {
    reserved.outline.resize(static_cast<std::size_t>(storage.face_capacity));
    const Patch<double> patch = polyhedron_polyhedron::patch_of(
        *pair.first, *pair.second, pair.second_in_first, n, contact.distance, settings, storage,
        reserved.outline.data(), storage.face_capacity);
    for (int i = 0; i < patch.corner_count; ++i) {
      const PatchCorner<double>& corner = reserved.outline[static_cast<std::size_t>(i)];
      result.polygon.push_back({pair.point_to_world(corner.point), corner.depth});
    }
    return patch;
  };
  const Patch<double> patch = with_storage(pair, scratch, kernel);
  result.found = patch.found;
  result.normal = contact.normal;
  result.feature_a = patch.feature_a;
  result.feature_b = patch.feature_b;
  if (pair.swapped) {
    std::swap(result.feature_a, result.feature_b);
    std::reverse(result.polygon.begin(), result.polygon.end());
  }
  if (!patch.found) return result;
  result.area = patch.area;
  result.centroid = pair.point_to_world(patch.centroid);
  result.force_point = pair.point_to_world(patch.force_point);
  result.mean_depth = patch.mean_depth;
  result.equivalent_radius = equivalent_radius(patch);
  return result;
}

// The volume by a kernel, in world coordinates.
template <class Kernel>
std::optional<OverlapVolume<double>> volume_of(const OrderedPair& pair, OverlapScratch* scratch,
                                               const Kernel& kernel) {
  const polyhedron_polyhedron::ClippedVolume<double> clipped = with_storage(
      pair, scratch,
      [&](const ClipStorage<double>& storage, OverlapScratch::Impl&) { return kernel(storage); });
  if (clipped.exceeded) return std::nullopt;  // never: the capacities of clip_storage.h suffice
  OverlapVolume<double> result = clipped;
  if (!(result.volume > 0.0)) return result;
  result.centroid = pair.point_to_world(result.centroid);
  result.normal = pair.rotation * result.normal;
  result.moment = pair.rotation * result.moment;
  if (pair.swapped && result.area > 0.0) {
    result.normal = -result.normal;
    result.moment = -result.moment;
  }
  return result;
}

}  // namespace

ClipStorage<double> OverlapScratch::Impl::reserve(int corners, int faces) {
  if (corners > corner_capacity_) {
    for (auto& pool : corner_) pool = std::make_unique_for_overwrite<Vec3<double>[]>(corners);
    corner_capacity_ = corners;
  }
  if (faces > face_capacity_) {
    using namespace polyhedron_polyhedron;
    face_ = std::make_unique_for_overwrite<ClippedFace<double>[]>(faces);
    cut_ = std::make_unique_for_overwrite<CutEdge<double>[]>(faces);
    face_capacity_ = faces;
  }
  return {{corner_[0].get(), corner_[1].get()}, corners, face_.get(), faces, cut_.get(), faces};
}

OverlapScratch::OverlapScratch() = default;
OverlapScratch::OverlapScratch(OverlapScratch&&) noexcept = default;
OverlapScratch& OverlapScratch::operator=(OverlapScratch&&) noexcept = default;
OverlapScratch::~OverlapScratch() = default;

OverlapScratch::Impl& OverlapScratch::impl() {
  if (!impl_) impl_ = std::make_unique<Impl>();
  return *impl_;
}

bool has_manifold(Kind a, Kind b) {
  const auto is_curved = [](Kind kind) {
    return kind == Kind::sphere || kind == Kind::ellipsoid || kind == Kind::superquadric;
  };
  const auto is_flat = [](Kind kind) {
    return kind == Kind::polyhedron || kind == Kind::half_space;
  };
  if (is_curved(a)) return is_curved(b) || is_flat(b);
  if (is_curved(b)) return is_flat(a);
  return a == Kind::polyhedron && b == Kind::polyhedron;
}

std::optional<Manifold> manifold(const Shape& a, const Pose<double>& pose_a, const Shape& b,
                                 const Pose<double>& pose_b, const Contact<double>& contact,
                                 const ManifoldSettings<double>& settings,
                                 OverlapScratch* scratch) {
  if (!is_usable(contact)) return std::nullopt;
  const std::optional<OrderedPair> pair = ordered(a, pose_a, b, pose_b);
  std::optional<Manifold> result = pair ? polyhedral_manifold(*pair, contact, settings, scratch)
                                        : curved_manifold(a, pose_a, b, pose_b, contact, settings);
  if (result && !result->found) {
    result->force_point = result->centroid = 0.5 * contact.point_a + 0.5 * contact.point_b;
    result->mean_depth = -contact.distance;
    result->polygon = {{result->force_point, result->mean_depth}};
  }
  return result;
}

std::optional<OverlapVolume<double>> overlap_volume(const Shape& a, const Pose<double>& pose_a,
                                                    const Shape& b, const Pose<double>& pose_b,
                                                    OverlapScratch* scratch) {
  const std::optional<OrderedPair> pair = ordered(a, pose_a, b, pose_b);
  if (!pair) return std::nullopt;
  return volume_of(*pair, scratch, [&](const ClipStorage<double>& storage) {
    return polyhedron_polyhedron::overlap_volume(*pair->first, *pair->second, pair->second_in_first,
                                                 storage);
  });
}

std::optional<OverlapVolume<double>> overlap_volume(const Shape& a, const Pose<double>& pose_a,
                                                    const Shape& b, const Pose<double>& pose_b,
                                                    const Vec3<double>& normal,
                                                    OverlapScratch& scratch) {
  const std::optional<OrderedPair> pair = ordered(a, pose_a, b, pose_b);
  if (!pair) return std::nullopt;
  const Vec3<double> n = transpose_times(pair->rotation, pair->swapped ? -normal : normal);
  return volume_of(*pair, &scratch, [&](const ClipStorage<double>& storage) {
    return polyhedron_polyhedron::overlap_volume(*pair->first, *pair->second, pair->second_in_first,
                                                 n, storage);
  });
}

std::string_view name_of(ContactFeature feature) {
  switch (feature) {
    case ContactFeature::vertex:
      return "vertex";
    case ContactFeature::edge:
      return "edge";
    case ContactFeature::curved:
      return "curved";
    case ContactFeature::face:
      break;
  }
  return "face";
}

}  // namespace talus
