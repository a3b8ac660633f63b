#include "oracle/axis_search.h"

#include "oracle/arc_grid.h"

namespace oracle {
namespace {

class Search {
 public:
  explicit Search(const Scene& scene) : scene_(scene), margin_(1e-9 * scene.size()) {
    best_.value = -std::numeric_limits<double>::infinity();
  }

  AxisSearch run() {
    faces_of_a();
    if (!separated()) faces_of_b();
    if (!separated()) edges();
    std::erase_if(axes_, [&](const Axis& axis) { return axis.value + axis.doubt < floor_; });
    return {axes_, best_};
  }

 private:
  bool separated() const { return floor_ > margin_; }

  // Everything below it is certainly not the answer.
  void keep(const Axis& axis) {
    if (axis.value + axis.doubt < floor_) return;
    axes_.push_back(axis);
    floor_ = std::max(floor_, axis.value - axis.doubt);
    if (axis.value > best_.value) best_ = axis;
  }

  // A vertex that lies far along n if the grid holds one, else the last one that was useful.
  static int far_along(const Solid& solid, const Vec<double>& n, int last) {
    const int arc = solid.grid != nullptr ? solid.grid->any_at(n) : -1;
    return arc >= 0 ? solid.arcs[arc].tail : last;
  }

  // One point that lies too deep refutes a direction, so the most likely one is tried first.
  void faces_of_a() {
    const Solid& a = scene_.solid_a();
    const auto& points = scene_.rough_b();
    int refuter = 0;
    for (int f = 0; f < static_cast<int>(a.faces.size()) && !separated(); ++f) {
      const Vec<double>& n = a.normals[f];
      const double high = dot(n, scene_.rough_a()[a.faces[f][0]]);
      refuter = far_along(scene_.solid_b(), -scene_.turned_back(n), refuter);
      double low = dot(n, points[refuter]);
      for (int j = 0; j < static_cast<int>(points.size()) && low - high >= floor_ - margin_; ++j) {
        const double value = dot(n, points[j]);
        if (value < low) low = value, refuter = j;
      }
      if (low - high >= floor_ - margin_) {
        keep({Axis::Kind::face_a, f, 0, 1, n, low - high, margin_});
      }
    }
  }
  void faces_of_b() {
    const Solid& b = scene_.solid_b();
    const auto& points = scene_.rough_a();
    int refuter = 0;
    for (int f = 0; f < static_cast<int>(b.faces.size()) && !separated(); ++f) {
      const Vec<double> n = -scene_.turned(b.normals[f]);
      const double low = dot(n, scene_.rough_b()[b.faces[f][0]]);
      refuter = far_along(scene_.solid_a(), n, refuter);
      double high = dot(n, points[refuter]);
      for (int i = 0; i < static_cast<int>(points.size()) && low - high >= floor_ - margin_; ++i) {
        const double value = dot(n, points[i]);
        if (value > high) high = value, refuter = i;
      }
      if (low - high >= floor_ - margin_) {
        keep({Axis::Kind::face_b, 0, f, 1, n, low - high, margin_});
      }
    }
  }

  void edges() {
    const Solid& a = scene_.solid_a();
    const Solid& b = scene_.solid_b();
    for (int j = 0; j < static_cast<int>(b.arcs.size()); ++j) {
      const Arc& own = b.arcs[j];
      const Arc q{own.tail, own.head, scene_.turned(own.along), -scene_.turned(own.from),
                  -scene_.turned(own.to)};
      const auto visit = [&](int i) {
        if (!separated()) edge_pair(i, a.arcs[i], j, q);
      };
      if (a.grid != nullptr) {
        const int near = a.grid->any_at(0.5 * (q.from + q.to));
        if (near < 0 || !hopeless(a.arcs[near], q)) a.grid->for_near(q, visit);
      } else {
        for (int i = 0; i < static_cast<int>(a.arcs.size()); ++i) visit(i);
      }
    }
  }

  // Any point of A and the tail of B's edge bound sigma on all of the edge's arc.
  bool hopeless(const Arc& p, const Arc& q) const {
    const Vec<double> link = scene_.rough_b()[q.tail] - scene_.rough_a()[p.tail];
    const Vec<double> middle = 0.5 * (q.from + q.to);
    return dot(middle, link) + 0.5 * length(q.to - q.from) * length(link) < floor_ - margin_;
  }

  // s along_a x along_b lies on both arcs for s = 1 or s = -1; doubtful cases are let through: a
  // direction that is no normal of the Minkowski difference has a smaller sigma than the true one,
  // and so does no harm.
  void edge_pair(int i, const Arc& p, int j, const Arc& q) {
    constexpr double lax = 1e-9;
    const double p0 = dot(p.from, q.along), p1 = dot(p.to, q.along);
    if (p0 * p1 > lax) return;
    const double q0 = dot(q.from, p.along), q1 = dot(q.to, p.along);
    const bool forward = p0 > -lax && p1 < lax && q0 < lax && q1 > -lax;
    const bool backward = p0 < lax && p1 > -lax && q0 > -lax && q1 < lax;
    if (!forward && !backward) return;
    const Vec<double> product = cross(p.along, q.along);
    const double sine = length(product);
    const double doubt = margin_ + 1e-14 * scene_.size() / std::max(sine, 1e-300);
    const Vec<double> link = scene_.rough_b()[q.tail] - scene_.rough_a()[p.tail];
    for (const double sign : {1.0, -1.0}) {
      if (sign > 0 ? !forward : !backward) continue;
      const Vec<double> n = (sign / std::max(sine, 1e-300)) * product;
      if (doubt > 1e-3 * scene_.size()) {  // the direction itself is lost in double
        axes_.push_back(
            {Axis::Kind::edges, i, j, sign, n, 0, std::numeric_limits<double>::infinity()});
      } else if (dot(n, link) + doubt >= floor_) {
        keep({Axis::Kind::edges, i, j, sign, n, scene_.sigma(n), doubt});
      }
    }
  }

  const Scene& scene_;
  double margin_;
  double floor_ = -std::numeric_limits<double>::infinity();
  std::vector<Axis> axes_;
  Axis best_;
};

}  // namespace

AxisSearch search_axes(const Scene& scene) { return Search(scene).run(); }

Quad exact_sigma(const Scene& scene, const Axis& axis) {
  Vec<Quad> n;
  if (axis.kind == Axis::Kind::edges) {
    const Arc& p = scene.solid_a().arcs[axis.a];
    const Arc& q = scene.solid_b().arcs[axis.b];
    n = Quad(axis.sign) * cross(scene.point_a<Quad>(p.head) - scene.point_a<Quad>(p.tail),
                                scene.point_b<Quad>(q.head) - scene.point_b<Quad>(q.tail));
  } else if (axis.kind == Axis::Kind::face_a) {
    const auto& c = scene.solid_a().faces[axis.a];
    n = cross(scene.point_a<Quad>(c[1]) - scene.point_a<Quad>(c[0]),
              scene.point_a<Quad>(c[2]) - scene.point_a<Quad>(c[0]));
  } else {
    const auto& c = scene.solid_b().faces[axis.b];
    n = -cross(scene.point_b<Quad>(c[1]) - scene.point_b<Quad>(c[0]),
               scene.point_b<Quad>(c[2]) - scene.point_b<Quad>(c[0]));
  }
  const Quad size = scene.size();
  // Edges parallel to the last of 113 bits cross nowhere.
  if (!(dot(n, n) > size * size * size * size * 1e-60)) return -1e300;
  return scene.sigma(normalised(n));
}

}  // namespace oracle
