// Eight contact points side by side, number by number: what goes into a kernel and what comes out.
#pragma once

namespace talus {

struct PushRows {
  static constexpr int size = 8;
  using Row = double[size];

  struct Mover {
    Row arm[3];                                         // from the centre to the point
    Row velocity[3], spin[3], ahead[3], spin_ahead[3];  // as BodyState
  };
  struct Spring {
    Row load[3], stiffness;
  };

  Mover a, b;
  Row normal[3], spread_squared, twist;                 // as ContactPoint
  Row overlap, radius, inverse_mass, volume, area;      // as Squeeze, but 1/m*
  Row modulus, shear_modulus, damping_ratio, friction;  // as MetMaterials
  Row rolling_friction, normal_stiffness, tangential_ratio;

  // What the contacts remember, before and after.
  Spring slide, roll;
  Row dashpot[3];

  // Answers.
  Row force[3], moment[3], torque_a[3], torque_b[3];  // on b, but for torque_a
  Row elastic, damping, friction_heat, rolling_heat;
};

// For one instruction set; `law` is a Law. All give the same bits.
using PushKernel = void (*)(void* rows, int law, bool rolls, double step);

// The best that this machine can run.
PushKernel push_kernel();

}  // namespace talus
