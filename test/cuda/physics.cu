// Instantiates the force path for every law, the closed forms of spheres and the
// integrator in device code, in float and in double: the same source as scalar code and packs.
#include "talus/physics/apply_contact_force.h"
#include "talus/physics/effective_radius.h"
#include "talus/physics/integrator.h"
#include "talus/physics/law/laws.h"
#include "talus/physics/sphere_geometry.h"

namespace talus {

template <class N>
struct DeviceContact {
  BodyMotionOf<N> a, b;
  ContactFrameOf<N> frame;
  ContactMaterialOf<N> material;
  ContactGeometryOf<N> geometry;
  ContactHistoryOf<N> history;
  Vec3<N> rolling;
};

template <class N, class L>
__global__ void contact_forces(DeviceContact<N>* contact, N step, ContactActionOf<N>* action) {
  DeviceContact<N>& c = contact[threadIdx.x];
  const auto respond = [&c](const ContactGeometryOf<N>& g) { return L::respond(c.material, g); };
  action[threadIdx.x] = apply_contact_force(c.a, c.b, c.frame, c.material, c.geometry, step,
                                            c.history, &c.rolling, respond);
}

template <class N>
__global__ void sphere_contacts(const Vec3<N>* apart, N radius_a, N radius_b,
                                SphereContactOf<N>* result) {
  result[0] = sphere_contact(apart[0], radius_a, radius_b);
  result[1] = sphere_plane_contact(apart[1], radius_a, result[0].normal, radius_b);
}

template <class N>
__global__ void bodies(const RotorOf<N>* rotor, const LoadOf<N>* load, N step, bool ends,
                       RigidBodyOf<N>* body) {
  const unsigned i = threadIdx.x;
  kick_and_drift(rotor[i], load[i], step, ends, body[i]);
}

// What exists for single bodies and contacts in double only.
__global__ void singles(DeviceContact<double>* c, const RotorOf<double>* rotor,
                        const RigidBodyOf<double>* body, double step, double* heat,
                        Vec3<double>* result) {
  *heat = release_contact(c->a, c->b, c->frame, step, c->history);
  const Vec3<double> spin = angular_velocity(*rotor, body->orientation, body->angular_momentum);
  const double radius = effective_radius(1.0, limited_curvature_radius(2.0, 1.0)) +
                        effective_radius_of_spheres(1.0, 2.0);
  *result = radius * angular_momentum(*rotor, rotor->inverse_inertia, body->orientation, spin);
}

// Taking the address of a kernel instantiates it.
template <class N, class... Laws>
void take_kernels(const void** kernel, LawList<Laws...>) {
  ((*kernel++ = reinterpret_cast<const void*>(&contact_forces<N, Laws>)), ...);
  *kernel++ = reinterpret_cast<const void*>(&sphere_contacts<N>);
  *kernel++ = reinterpret_cast<const void*>(&bodies<N>);
}

constexpr std::size_t kernels_per_type = BuiltInLaws::size + 2;
const void* kernels[2 * kernels_per_type];

void take_all_kernels() {
  take_kernels<float>(kernels, BuiltInLaws{});
  take_kernels<double>(kernels + kernels_per_type, BuiltInLaws{});
}

}  // namespace talus
