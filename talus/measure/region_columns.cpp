#include "talus/measure/region_columns.h"

namespace talus {
namespace {

std::vector<double> row_of(const Stress& s) {
  const Mat3<double>& c = s.contact;
  const SymMat3<double>& k = s.kinetic;
  return {s.pressure(), s.deviator(), c.row0.x, c.row0.y, c.row0.z, c.row1.x,
          c.row1.y,     c.row1.z,     c.row2.x, c.row2.y, c.row2.z, k.xx,
          k.yy,         k.zz,         k.xy,     k.xz,     k.yz};
}

std::vector<double> row_of(const Fabric& f) {
  const SymMat3<double>& t = f.tensor;
  return {static_cast<double>(f.contacts), f.anisotropy(), t.xx, t.yy, t.zz, t.xy, t.xz, t.yz};
}

std::vector<double> row_of(const Coordination& z) {
  return {static_cast<double>(z.bodies),
          static_cast<double>(z.rattlers),
          z.mean(),
          z.mechanical(),
          static_cast<double>(z.body_contacts),
          static_cast<double>(z.wall_contacts)};
}

std::vector<double> row_of(const Porosity& p) { return {p.porosity(), p.solid, p.sampling_error}; }

std::vector<double> row_of(const RegionMotion& m) {
  const Vec3<double>& p = m.momentum;
  return {static_cast<double>(m.bodies), m.mass, p.x, p.y, p.z, m.translation, m.rotation};
}

}  // namespace

std::vector<std::string> region_columns(RegionQuantity quantity) {
  switch (quantity) {
    case RegionQuantity::stress:
      return {"pressure [Pa]",   "deviator [Pa]",   "contact_xx [Pa]", "contact_xy [Pa]",
              "contact_xz [Pa]", "contact_yx [Pa]", "contact_yy [Pa]", "contact_yz [Pa]",
              "contact_zx [Pa]", "contact_zy [Pa]", "contact_zz [Pa]", "kinetic_xx [Pa]",
              "kinetic_yy [Pa]", "kinetic_zz [Pa]", "kinetic_xy [Pa]", "kinetic_xz [Pa]",
              "kinetic_yz [Pa]"};
    case RegionQuantity::fabric:
      return {"contacts [1]",  "anisotropy [1]", "fabric_xx [1]", "fabric_yy [1]",
              "fabric_zz [1]", "fabric_xy [1]",  "fabric_xz [1]", "fabric_yz [1]"};
    case RegionQuantity::coordination:
      return {"bodies [1]",        "rattlers [1]",
              "mean_contacts [1]", "mechanical_contacts [1]",
              "body_contacts [1]", "wall_contacts [1]"};
    case RegionQuantity::porosity:
      return {"porosity [1]", "solid [m3]", "sampling_error [m3]"};
    case RegionQuantity::motion:
      return {"bodies [1]",          "mass [kg]",           "momentum_x [kg m/s]",
              "momentum_y [kg m/s]", "momentum_z [kg m/s]", "translation [J]",
              "rotation [J]"};
  }
  return {};
}

std::vector<double> region_values(RegionQuantity quantity, const StateView& state,
                                  const Region& region) {
  switch (quantity) {
    case RegionQuantity::stress:
      return row_of(stress(state, region));
    case RegionQuantity::fabric:
      return row_of(fabric(state, region));
    case RegionQuantity::coordination:
      return row_of(coordination(state, region));
    case RegionQuantity::porosity:
      return row_of(porosity(state, region));
    case RegionQuantity::motion:
      return row_of(motion(state, region));
  }
  return {};
}

}  // namespace talus
