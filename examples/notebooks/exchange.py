# %% [markdown]
# # Particles of other programs
#
# A packing as YADE exports it becomes bodies of a simulation; ellipsoids of a LAMMPS data file become a scene.
# %%
import numpy as np
import talus

rng = np.random.default_rng(1)
grid = np.stack(np.meshgrid(*[np.arange(4)] * 3), axis=-1).reshape(-1, 3)
rows = ["#format x_y_z_r"] + [f"{x}\t{y}\t{z + 1}\t{r}" for (x, y, z), r in zip(grid, rng.uniform(0.3, 0.45, len(grid)))]
with open("packing.txt", "w") as file:
    file.write("\n".join(rows))
particles = talus.read_particles("packing.txt")
particles
# %%
setup = talus.Setup()
setup.add_material("stone", density=2600, young=1e8)
numbers = particles.add_to(setup)
setup.add_half_space((0, 0, 1), name="floor")
simulation = talus.Simulation(setup)
heights = []
simulation.run(until=1.0, every=0.1, call=lambda s: heights.append(s.positions[numbers, 2].mean()))
print("mean height (m):", np.round(heights, 3))
print("on the floor (N):", np.round(simulation.wall("floor").force, 1))
# %%
ellipsoids = talus.Particles(2.5 * grid, rng.uniform(0.5, 1.0, (len(grid), 3)), density=2600)
ellipsoids.write("grains.data")
print(open("grains.data").read()[:330])
back = talus.read_particles("grains.data")
print("the same semi-axes:", np.array_equal(back.semi_axes, ellipsoids.semi_axes))
back.write("grains.toml")
print(open("grains.toml").read()[-190:])
# %% [markdown]
# A file that is wrong is refused with its line and the value.
# %%
with open("wrong.txt", "w") as file:
    file.write("0 0 0 1\n1 0 zero 1\n")
try:
    talus.read_particles("wrong.txt")
except ValueError as error:
    print(error)
