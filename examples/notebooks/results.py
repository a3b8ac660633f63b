# %% [markdown]
# # Results of a run
#
# A scene is run into a folder, and what it left there is read back: tables, frames, contacts. The same works while a run is
# still computed, and after one that was interrupted.
# %%
import matplotlib.pyplot as plt
import numpy as np
import talus

scene = """
[simulation]
duration = 0.4
[output]
interval = 0.02
series_interval = 0.002
picture = false
[[material]]
name = "gravel"
young = 2e6
friction = 0.4
[[wall]]
name = "bin"
type = "box"
lower = [0, 0, 0]
upper = [0.1, 0.1, 0.3]
open = ["+z"]
[[measure]]
type = "wall_load"
name = "floor"
walls = ["bin -z"]
[[fill]]
name = "pills"
region = {type = "box", lower = [0, 0, 0], upper = [0.1, 0.1, 0.2]}
count = 60
[[fill.grain]]
shape = {type = "superquadric", semi_axes = [0.008, 0.008, 0.006], exponents = [4, 3]}
[[fill]]
name = "beads"
region = {type = "box", lower = [0, 0, 0], upper = [0.1, 0.1, 0.2]}
count = 60
[[fill.grain]]
shape = {type = "sphere", radius = 0.006}
"""
with open("bin.toml", "w") as file:
    file.write(scene)
run = talus.run("bin.toml", "results")
run
# %% [markdown]
# The series is a pandas DataFrame where there is pandas, otherwise a structured array: columns have the same names.
# %%
series = run.series
figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3), layout="constrained")
left.plot(series["time"], 1e3 * series["kinetic"], label="kinetic")
left.plot(series["time"], 1e3 * (series["damping"] + series["friction"]), label="heat")
left.set(xlabel="time (s)", ylabel="energy (mJ)")
left.legend()
load = run.measures["floor"]
weight = 9.81 * run.frames[0].bodies.mass[run.frames[0].free].sum()
right.plot(load["time"], -load["mean_force_z"], label="on the floor")
right.axhline(weight, color="grey", linestyle=":", label="weight")
right.set(xlabel="time (s)", ylabel="force (N)")
right.legend();
# %%
frame = run.frames[-1]
names = np.array([name.split()[0] for name in frame.bodies.name])
for kind in ("pills", "beads"):
    own = names == kind
    touching = np.isin(np.concatenate([frame.contacts.id_a, frame.contacts.id_b]), frame.bodies.id[own]).sum()
    print(f"{kind}: mean height {1e3 * frame.positions[own, 2].mean():.1f} mm, {touching / own.sum():.2f} contacts each")
strength = np.linalg.norm(frame.contacts.force, axis=1)
print(f"{len(frame.contacts)} contacts, the strongest of {strength.max():.3f} N, {strength.max() / strength.mean():.1f} times the mean")
# %% [markdown]
# Files for other programs, and the viewer, which holds its data (its output is left out of this file: execute the cell).
# %%
run.to_vtkhdf("results.vtkhdf")
run.to_ovito("results.xyz")
run.to_lammps_dump("results.dump")
run.show(every=2)
