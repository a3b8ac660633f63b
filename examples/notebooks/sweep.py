# %% [markdown]
# # A parameter study
#
# A block slides over a floor until friction stops it, after v^2 / (2 mu g). Four coefficients of friction and two speeds, two runs at
# a time; the table has a row per run. The same call again repeats nothing.
# %%
import matplotlib.pyplot as plt
import numpy as np
import talus

scene = """
[simulation]
duration = 1.0
time_step = 1e-4
[output]
interval = 0.1
picture = false
[[material]]
name = "wood"
young = 1e6
restitution = 0.2
friction = 0.5
[[wall]]
name = "floor"
type = "half_space"
normal = [0, 0, 1]
[[body]]
name = "block"
shape = {type = "polyhedron", vertices = [[-0.05,-0.03,-0.01],[0.05,-0.03,-0.01],[-0.05,0.03,-0.01],[0.05,0.03,-0.01],[-0.05,-0.03,0.01],[0.05,-0.03,0.01],[-0.05,0.03,0.01],[0.05,0.03,0.01]]}
position = [0, 0, 0.00999]
velocity = [1, 0, 0]
"""
with open("slide.toml", "w") as file:
    file.write(scene)


def distance(run):
    first, last = run.frames[0], run.frames[-1]
    return last.positions[1, 0] - first.positions[1, 0]


table = talus.sweep("slide.toml", {"body.block.velocity": [[1, 0, 0], [1.5, 0, 0]],
                                   "material.wood.friction": [0.3, 0.4, 0.6, 0.8]},
                    metric={"distance": distance}, jobs=2)
table
# %%
friction = np.array(table["material.wood.friction"]).reshape(2, 4)
far = np.array(table["distance"]).reshape(2, 4)
mu = np.linspace(0.28, 0.85)
figure, axes = plt.subplots(figsize=(5, 3), layout="constrained")
for speed, x, y in zip((1.0, 1.5), friction, far):
    axes.plot(mu, speed**2 / (2 * mu * 9.81), color="grey", linewidth=1)
    axes.plot(x, y, "o", label=f"{speed} m/s")
    print(speed, "m/s: largest difference", f"{np.max(np.abs(y / (speed**2 / (2 * x * 9.81)) - 1)):.1%}")
axes.set(xlabel="coefficient of friction", ylabel="distance (m)")
axes.legend();
# %% [markdown]
# On the command line: `talus sweep slide.toml --set material.wood.friction=0.3,0.4,0.6,0.8 --jobs 2`
