// How contacts of one body with one wall share an energy.
//
// Faces that meet at a small angle are nearly the same obstacle: the sum of their energies would
// count it twice, and would jump where one of them ends. With the root e_i of twice the energy that
// contact i alone would store, the contacts store together
//
//   E = 1/2 min |t|^2  subject to  n_i . t >= e_i  for all i,
//
// half the squared distance to the set of translations that free the body of all of them: the
// energy of the deepest contact if the normals agree, the sum of all if they are at right angles. E
// is continuous with its derivative, and a contact that another one covers has no part in it. By
// duality E = max over mu >= 0 of mu . e - 1/2 mu^T G mu with the products of the normals G, and
//
//   E = sum of share_i * (energy of i),  dE/de_i = mu_i,  share_i = mu_i / e_i  in [0, 1]
//
// so that each contact keeps its own law, scaled. Negative products count as zero: a body between
// two walls that face each other is pushed by both, and no translation frees it.
#pragma once

#include <span>
#include <type_traits>

#include "talus/math/vec3.h"

namespace talus::body_mesh_wall {

struct EnergyShare {
  Vec3<double> normal{};
  double root{};   // e
  double force{};  // mu
  bool left_out{};
};

struct EnergyShareLimits {
  // Contacts with a part in the energy: three normals are independent; more are active only if
  // some of them are at obtuse angles.
  static constexpr int active = 8;
  // Added to the diagonal of G: equal normals share equally. E is lower by this part at most.
  static constexpr double regularisation = 1e-12;
  // Excess of e_i over (G mu)_i, relative to the largest e, that is rounding.
  static constexpr double slack = 1e-11;
};

// Solves the problem by its active set (C. L. Lawson and R. J. Hanson, Solving least squares
// problems, 1974, chapter 23). Ties go to the contact that comes first.
template <class Alike = double>
class EnergyShares {
 public:
  // `alike`, a number or a symmetric function of two contacts, scales the products of different
  // contacts: below 1, parallel contacts count a little more than once.
  explicit EnergyShares(std::span<EnergyShare> contacts, const Alike& alike = 1.0)
      : contact_(contacts), alike_(alike) {
    for (EnergyShare& c : contact_) {
      c.force = 0.0;
      c.left_out = false;
      largest_ = larger(largest_, c.root);
    }
    // Every contact enters a few times at most.
    for (std::size_t i = 0; i < 4 * contact_.size() + 4; ++i) {
      if (!enter_worst()) break;
    }
  }

  double product(std::size_t i, std::size_t k) const {
    if (i == k) return 1.0 + EnergyShareLimits::regularisation;
    const double product = larger(0.0, dot(contact_[i].normal, contact_[k].normal));
    if constexpr (std::is_arithmetic_v<Alike>) {
      return alike_ * product;
    } else {
      return alike_(i, k) * product;
    }
  }

 private:
  static constexpr int capacity = EnergyShareLimits::active;

  bool is_active(std::size_t i) const {
    for (int k = 0; k < count_; ++k) {
      if (active_[k] == i) return true;
    }
    return false;
  }

  // False if no contact is left whose condition is violated.
  bool enter_worst() {
    double worst = EnergyShareLimits::slack * largest_;
    std::size_t entering = contact_.size();
    for (std::size_t i = 0; i < contact_.size(); ++i) {
      if (contact_[i].left_out || is_active(i)) continue;
      double excess = contact_[i].root;
      for (int k = 0; k < count_; ++k) {
        excess -= product(i, active_[k]) * contact_[active_[k]].force;
      }
      if (excess > worst) {
        worst = excess;
        entering = i;
      }
    }
    if (entering == contact_.size()) return false;
    if (count_ == capacity) return false;
    active_[count_++] = entering;
    while (!balance()) {
    }
    // Rounding alone keeps out what is violated: it must not enter again and again.
    if (!is_active(entering)) contact_[entering].left_out = true;
    return true;
  }

  // Solves for the forces of the active contacts, or steps towards the solution until one of them
  // vanishes, which then leaves; false: solve again.
  bool balance() {
    if (count_ == 0) return true;
    double solution[capacity];
    if (!solve(solution)) {
      leave(count_ - 1);
      return count_ == 0;
    }
    double step = 1.0;
    int leaving = -1;
    for (int k = 0; k < count_; ++k) {
      if (solution[k] > 0.0) continue;
      const double before = contact_[active_[k]].force;
      const double part = before > 0.0 ? before / (before - solution[k]) : 0.0;
      if (part < step || leaving < 0) {
        step = part;
        leaving = k;
      }
    }
    for (int k = 0; k < count_; ++k) {
      double& force = contact_[active_[k]].force;
      force = leaving < 0 ? solution[k] : force + step * (solution[k] - force);
    }
    if (leaving < 0) return true;
    leave(leaving);
    return false;
  }

  void leave(int k) {
    contact_[active_[k]].force = 0.0;
    --count_;
    for (; k < count_; ++k) active_[k] = active_[k + 1];
  }

  // G x = e on the active contacts by Cholesky's method; false if G is not positive there.
  bool solve(double* x) const {
    double lower[capacity][capacity];
    for (int i = 0; i < count_; ++i) {
      for (int k = 0; k <= i; ++k) {
        double sum = product(active_[i], active_[k]);
        for (int j = 0; j < k; ++j) sum -= lower[i][j] * lower[k][j];
        if (k < i) {
          lower[i][k] = sum / lower[k][k];
        } else {
          if (!(sum > 0.0)) return false;
          lower[i][i] = square_root(sum);
        }
      }
    }
    for (int i = 0; i < count_; ++i) {
      x[i] = contact_[active_[i]].root;
      for (int j = 0; j < i; ++j) x[i] -= lower[i][j] * x[j];
      x[i] /= lower[i][i];
    }
    for (int i = count_ - 1; i >= 0; --i) {
      for (int j = i + 1; j < count_; ++j) x[i] -= lower[j][i] * x[j];
      x[i] /= lower[i][i];
    }
    return true;
  }

  std::span<EnergyShare> contact_;
  Alike alike_;
  double largest_{};
  int count_{};
  std::size_t active_[capacity]{};
};

}  // namespace talus::body_mesh_wall
