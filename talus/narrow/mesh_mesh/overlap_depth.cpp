#include "talus/narrow/mesh_mesh/overlap_depth.h"

#include <algorithm>
#include <cmath>

namespace talus::mesh_mesh {
namespace {

using Vec = Vec3<double>;

std::size_t at(int i) { return static_cast<std::size_t>(i); }
int size_of(const auto& list) { return static_cast<int>(list.size()); }

// Choices that decide the cost and the last digits of the depth, not whether it is a bound.
struct DepthSearchLimits {
  // A depth is final if no bound exceeds it by more than this part of it: `strict` up to
  // `strict_evaluations`, within which nine of ten pairs of flat faces end (overlap_depth.h), and
  // `loose` for the curved surfaces that need more.
  static constexpr int strict_evaluations = 256;
  static constexpr double strict = 1e-3, loose = 1e-2;
  // A region whose bound falls below this part of the last one goes back into the queue, where
  // another one may now be first. A smaller fall does not pay for the queue.
  static constexpr double requeue_ratio = 0.99;
  // A cut must leave at least this part of the region's reach on both sides; thinner slices would
  // hardly lower the bound of the rest.
  static constexpr double min_cut = 0.01;
};

double tolerance_after(int evaluations) {
  return evaluations < DepthSearchLimits::strict_evaluations ? DepthSearchLimits::strict
                                                             : DepthSearchLimits::loose;
}

}  // namespace

// Exact up to a depth of one cell; deeper, the interpolated distance is within `error`, at most
// sqrt(3) / 2 of a cell, and costs a tenth.
OverlapDepth::Sample OverlapDepth::sample(const Vec& point, bool of_b, double reach) const {
  const MeshView<double>& target = *overlap_->mesh[of_b ? 0 : 1].body;
  const RelativePose<double>& pose = overlap_->mesh[1].to_a;
  const Vec own = of_b ? point : transpose_times(pose.rotation, point - pose.translation);
  MeshSample<double> interpolated;
  if (sample_distance(target, own, interpolated)) {
    const double error = MeshTarget<double>{target}.interpolation_error();
    const double slope = norm(interpolated.gradient);
    if (-interpolated.distance > max_norm(target.cell_size) && slope > 0.0) {
      const Vec inward = interpolated.gradient / -slope;
      return {-interpolated.distance, error, of_b ? -inward : pose.rotation * inward, -1};
    }
    reach = std::min(reach, std::abs(interpolated.distance) + 2.0 * error);
  }
  const MeshProjection<double> found = overlap_->project(point, of_b, reach);
  return {std::max(0.0, -found.distance), 0.0, of_b ? found.normal : -found.normal, found.facet};
}

void OverlapDepth::begin(const OverlapSurface& overlap) {
  overlap_ = &overlap;
  corner_.assign(overlap.corner.size(), {0.0, 0.0, {}, -1});
  for (std::size_t i = 0; i < overlap.corner.size(); ++i) {
    const OverlapCorner& c = overlap.corner[i];
    constexpr double slack = 1.0 + 1e-9;  // of the sums of lengths that are its reach
    if (c.is_vertex) corner_[i] = sample(c.point, c.of_b, slack * c.reach);
  }
}

// Appends the sides of a region; returns where they begin.
int OverlapDepth::add_sides(const SurfaceRegion& region) {
  const int first = size_of(side_);
  for (int i = region.first; i < region.last; ++i) {
    const BorderSide& s = overlap_->side[at(i)];
    side_.push_back({overlap_->corner[at(s.from)].point, overlap_->corner[at(s.to)].point,
                     corner_[at(s.from)].depth, corner_[at(s.to)].depth, s.other_facet >= 0});
  }
  return first;
}

double OverlapDepth::evaluate(const Vec& point, bool of_b, double reach, int& facet) {
  ++evaluations_;
  const MeshProjection<double> found = overlap_->project(point, of_b, reach);
  facet = found.facet;
  if (-found.distance > best_.depth) best_ = {-found.distance, point, of_b};
  return -found.distance;
}

OverlapDepth::Node OverlapDepth::node_of(const SurfaceRegion& region) {
  Node node{0.0, region.facet, region.of_b, add_sides(region), 0, false, 0, {}};
  node.last = size_of(side_);
  constexpr int first_near = 4;  // more are found where they matter
  for (int i = region.first; i < region.last && node.near_count < first_near; ++i) {
    const BorderSide& s = overlap_->side[at(i)];
    if (s.other_facet >= 0) add_near(node, s.other_facet);
    if (corner_[at(s.from)].facet >= 0) add_near(node, corner_[at(s.from)].facet);
  }
  // The distance changes by at most the path length.
  Vec mean{};
  for (int i = node.first; i < node.last; ++i) mean = mean + side_[at(i)].from;
  mean = mean / static_cast<double>(node.last - node.first);
  double least = infinity_of<double>(), radius = 0.0;
  for (int i = node.first; i < node.last; ++i) {
    const Sample& corner = corner_[at(overlap_->side[at(region.first + i - node.first)].from)];
    const double r = norm(side_[at(i)].from - mean);
    least = std::min(least, corner.depth + corner.error + r);
    radius = std::max(radius, r);
  }
  node.bound = least + radius;
  return node;
}

// Puts the facet first; a full list drops its last, the oldest.
void OverlapDepth::add_near(Node& node, int facet) {
  std::int32_t* end = node.near + node.near_count;
  std::int32_t* found = std::find(node.near, end, facet);
  if (found == end && node.near_count < most_near) ++node.near_count;
  if (found == end && node.near_count == most_near) --end, found = end;
  std::copy_backward(node.near, found, found + 1);
  node.near[0] = facet;
}

// Lowers the bound of the node; returns the point at which it would be attained.
Vec OverlapDepth::tighten(Node& node) {
  const PosedMesh& target = overlap_->mesh[1 - node.of_b];
  distance_.clear();
  for (int k = 0; k < node.near_count; ++k) {
    const Vec u = target.corner(node.near[k], 0), v = target.corner(node.near[k], 1),
              w = target.corner(node.near[k], 2);
    for (int i = node.first; i < node.last; ++i) {
      const Vec& p = side_[at(i)].from;
      distance_.push_back(norm(p - nearest_on_triangle(u, v, w, p).point));
    }
  }
  const int corners = node.last - node.first;
  table_.resize(at((corners + 1) * (most_near + 1)));
  weight_.resize(at(corners));
  row_.resize(at(corners));
  double function_weight[most_near];
  int column[most_near];
  const double bound =
      least_mean<double>(distance_.data(), node.near_count, corners,
                         {table_.data(), function_weight, weight_.data(), row_.data(), column});
  node.bound = std::min(node.bound, bound);
  Vec p{};
  for (int i = 0; i < corners; ++i) p = p + weight_[at(i)] * side_[at(node.first + i)].from;
  return p;
}

double OverlapDepth::final_depth() const {
  return best_.depth * (1.0 + tolerance_after(evaluations_));
}

void OverlapDepth::push(const Node& node) {
  heap_.push_back(node);
  std::push_heap(heap_.begin(), heap_.end(),
                 [](const Node& x, const Node& y) { return x.bound < y.bound; });
}

void OverlapDepth::expand(const Node& given) {
  Node node = given;
  const PosedMesh& target = overlap_->mesh[1 - node.of_b];
  const Vec normal = overlap_->mesh[node.of_b].normal(node.facet);
  const RegionMeasure m = measure(&side_[at(node.first)], node.last - node.first, normal);
  const auto is_final = [&] { return !(node.bound > final_depth()); };
  Vec p = m.centroid;
  int facet = -1;
  if (!node.is_tight && node.near_count > 0) {
    const double before = node.bound;
    node.is_tight = true;
    p = tighten(node);
    if (is_final()) return;
    if (node.bound < DepthSearchLimits::requeue_ratio * before) {
      push(node);
      return;
    }
  }
  for (int pass = 0; pass < most_near && evaluations_ < most_evaluations_; ++pass) {
    evaluate(p, node.of_b != 0, node.bound, facet);
    const bool is_new =
        std::find(node.near, node.near + node.near_count, facet) == node.near + node.near_count;
    if (pass > 0 && !is_new) break;
    add_near(node, facet);
    p = tighten(node);
    if (is_final()) return;
  }
  // Cut along an edge of the nearest facet, beyond which the region reaches, or across its length.
  Vec direction{};
  double height = 0.0, farthest = 0.0;
  for (int i = node.first; i < node.last; ++i) {
    const double r = norm_squared(side_[at(i)].from - m.centroid);
    if (r > farthest) farthest = r, direction = side_[at(i)].from - m.centroid;
  }
  height = dot(direction, m.centroid);
  double most = 0.0;
  for (int k = 0; k < 3; ++k) {
    const Vec u = target.corner(facet, k), v = target.corner(facet, (k + 1) % 3);
    const Vec across = cross(v - u, target.normal(facet));
    const double length = norm(across);
    if (!(length > 0.0)) continue;
    double low = 0.0, high = 0.0;
    for (int i = node.first; i < node.last; ++i) {
      const double d = dot(across, side_[at(i)].from - u) / length;
      low = std::min(low, d), high = std::max(high, d);
    }
    if (std::min(-low, high) > std::max(most, DepthSearchLimits::min_cut * m.reach)) {
      most = std::min(-low, high);
      direction = across / length;
      height = dot(direction, u);
    }
  }
  const int first = size_of(side_);
  const int below = cutter_.cut(direction, height, node.first, node.last, side_,
                                [](const Vec&) { return infinity_of<double>(); });
  const int parts[3] = {first, first + below, size_of(side_)};
  for (int k = 0; k < 2; ++k) {
    if (parts[k + 1] - parts[k] < 2) continue;
    Node child = node;
    child.first = parts[k], child.last = parts[k + 1];
    child.is_tight = true;
    tighten(child);
    if (!(child.bound > final_depth())) continue;
    push(child);
  }
}

// The deepest vertex of some regions: those that can be deepest by what is known are projected.
void OverlapDepth::find_deepest_vertex(int first_region, int last_region) {
  // A choice: the order is that of the known depths, so the first few are the deepest; the search
  // over regions that follows finds what they miss.
  constexpr int most_projections = 24;
  candidate_.clear();
  for (int k = first_region; k < last_region; ++k) {
    const SurfaceRegion& r = overlap_->region[at(k)];
    for (int i = r.first; i < r.last; ++i) candidate_.push_back(overlap_->side[at(i)].from);
  }
  const auto consider = [&](int c) {
    if (corner_[at(c)].error == 0.0 && corner_[at(c)].depth > best_.depth) {
      best_ = {corner_[at(c)].depth, overlap_->corner[at(c)].point, overlap_->corner[at(c)].of_b};
    }
  };
  for (const std::int32_t c : candidate_) consider(c);
  std::erase_if(candidate_, [&](int c) {
    return corner_[at(c)].error == 0.0 ||
           corner_[at(c)].depth + corner_[at(c)].error <= best_.depth;
  });
  std::sort(candidate_.begin(), candidate_.end(), [&](int p, int q) {
    const double at_p = corner_[at(p)].depth, at_q = corner_[at(q)].depth;
    return at_p != at_q ? at_p > at_q : p < q;
  });
  candidate_.erase(std::unique(candidate_.begin(), candidate_.end()), candidate_.end());
  int left = most_projections;
  for (const std::int32_t c : candidate_) {
    Sample& known = corner_[at(c)];
    if (!(known.depth + known.error > best_.depth) || left-- == 0) break;
    const OverlapCorner& vertex = overlap_->corner[at(c)];
    const MeshProjection<double> found =
        overlap_->project(vertex.point, vertex.of_b, known.depth + 2.0 * known.error);
    known = {std::max(0.0, -found.distance), 0.0, vertex.of_b ? found.normal : -found.normal,
             found.facet};
    consider(c);
  }
}

DeepestPoint OverlapDepth::deepest(int part, int evaluations) {
  best_ = {};
  evaluations_ = 0;
  side_.clear();
  heap_.clear();
  const int first = part < 0 ? 0 : overlap_->part_begin[at(part)],
            last = part < 0 ? size_of(overlap_->region) : overlap_->part_begin[at(part + 1)];
  // Parts with more regions are curved surfaces, which gain little by evaluations: the number falls
  // with theirs, so that the time of a part grows no more. A choice.
  constexpr int few_regions = 128;
  most_evaluations_ =
      std::min(evaluations, std::max(fewest_evaluations, most_evaluations * few_regions /
                                                             std::max(last - first, few_regions)));
  find_deepest_vertex(first, last);
  for (int k = first; k < last; ++k) {
    const Node node = node_of(overlap_->region[at(k)]);
    if (node.bound > final_depth()) {
      heap_.push_back(node);
    } else {
      side_.resize(at(node.first));
    }
  }
  const auto less = [](const Node& x, const Node& y) { return x.bound < y.bound; };
  std::make_heap(heap_.begin(), heap_.end(), less);
  while (!heap_.empty() && evaluations_ < most_evaluations_) {
    std::pop_heap(heap_.begin(), heap_.end(), less);
    const Node node = heap_.back();
    heap_.pop_back();
    if (!(node.bound > final_depth())) break;
    expand(node);
  }
  return best_;
}

// Regions larger than `size` are cut in two.
void OverlapDepth::add_leaves(const SurfaceRegion& region, int first, int last, double size,
                              int levels, std::vector<Piece<double>>& piece,
                              std::vector<std::int32_t>& patch_of) {
  if (last - first < 2) return;
  const bool of_b = region.of_b != 0;
  const Vec normal = overlap_->mesh[region.of_b].normal(region.facet);
  const RegionMeasure m = measure(&side_[at(first)], last - first, normal);
  if (m.reach > size && levels > 0) {
    Vec direction{};
    double farthest = 0.0;
    for (int i = first; i < last; ++i) {
      const double r = norm_squared(side_[at(i)].from - m.centroid);
      if (r > farthest) farthest = r, direction = side_[at(i)].from - m.centroid;
    }
    const int begin = size_of(side_);
    const int below =
        cutter_.cut(direction, dot(direction, m.centroid), first, last, side_,
                    [&](const Vec& p) { return sample(p, of_b, infinity_of<double>()).depth; });
    const int end = size_of(side_);
    add_leaves(region, begin, begin + below, size, levels - 1, piece, patch_of);
    add_leaves(region, begin + below, end, size, levels - 1, piece, patch_of);
    side_.resize(at(begin));
    return;
  }
  double reach = infinity_of<double>();
  for (int i = first; i < last; ++i) {
    reach = std::min(reach, side_[at(i)].depth_from + norm(side_[at(i)].from - m.centroid));
  }
  const Sample middle = sample(m.centroid, of_b, reach);
  Piece<double> p{};
  p.centroid = p.deepest = m.centroid;
  p.depth = middle.depth;
  p.normal = middle.normal;
  p.outward = normal;
  p.area = m.area;
  p.facet = region.facet;
  p.of_b = region.of_b;
  // Linear from the centroid to the border.
  for (int i = first; i < last; ++i) {
    const RegionSide& s = side_[at(i)];
    const double area = 0.5 * dot(normal, cross(s.from - m.centroid, s.to - m.centroid));
    p.depth_integral += area * (middle.depth + s.depth_from + s.depth_to) / 3.0;
    if (s.depth_from > p.depth) p.depth = s.depth_from, p.deepest = s.from;
  }
  p.depth_integral = std::max(0.0, p.depth_integral);
  piece.push_back(p);
  patch_of.push_back(region.part);
}

void OverlapDepth::add_pieces(std::vector<Piece<double>>& piece,
                              std::vector<std::int32_t>& patch_of) {
  // Two cuts halve the reach: facets up to 2^12 cells long. A choice.
  constexpr int most_levels = 24;
  side_.clear();
  for (const SurfaceRegion& r : overlap_->region) {
    const int first = add_sides(r);
    add_leaves(r, first, size_of(side_), max_norm(overlap_->mesh[r.of_b].body->cell_size),
               most_levels, piece, patch_of);
    side_.clear();
  }
}

}  // namespace talus::mesh_mesh
