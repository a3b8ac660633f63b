# %% [markdown]
# # Parameters from measurements
#
# Two numbers were "measured": the height to which a bead rebounds that fell from 10 cm, and the distance that a block slides. Two
# parameters are fitted to them, and both have formulas: the height is e^2 times 10 cm, the distance v^2 / (2 mu g).
# %%
import numpy as np
import talus

scene = """
[simulation]
duration = 0.4
time_step = 5e-5
[output]
interval = 0.005
picture = false
[[material]]
name = "stone"
young = 5e6
restitution = 0.5
friction = 0.4
[[wall]]
name = "floor"
type = "half_space"
normal = [0, 0, 1]
[[body]]
name = "bead"
shape = {type = "sphere", radius = 0.005}
position = [0, 1, 0.105]
[[body]]
name = "block"
shape = {type = "polyhedron", vertices = [[-0.05,-0.03,-0.01],[0.05,-0.03,-0.01],[-0.05,0.03,-0.01],[0.05,0.03,-0.01],[-0.05,-0.03,0.01],[0.05,-0.03,0.01],[-0.05,0.03,0.01],[0.05,0.03,0.01]]}
position = [0, 0, 0.00999]
velocity = [1, 0, 0]
"""
with open("test.toml", "w") as file:
    file.write(scene)


def metric(run):
    heights = [frame.positions[1, 2] - 0.005 for frame in run.frames if frame.time > 0.16]
    return max(heights), run.frames[-1].positions[2, 0]


fit = talus.calibrate("test.toml", {"material.stone.restitution": (0.3, 0.95), "material.stone.friction": (0.2, 0.9)},
                      metric, measured=(0.049, 0.102), tolerance=0.005)
fit
# %%
print("restitution by the formula", np.sqrt(0.049 / 0.1))
print("friction by the formula   ", 1 / (2 * 9.81 * 0.102))
print("simulated", fit.simulated, "measured", fit.measured, "converged", fit.converged)
fit.evaluations[-5:]
# %% [markdown]
# Does the rebound determine Young's modulus as well? The error hardly depends on it: such a fit would mean nothing.
# %%
best = fit.parameters
table = talus.sweep("test.toml", {**{key: [value] for key, value in best.items()}, "material.stone.young": [2e6, 5e6, 1e7]},
                    metric=lambda run: dict(zip(("height", "distance"), metric(run))), out="young")
for young, height in zip(table["material.stone.young"], table["height"]):
    print(f"{young:.0e} Pa: {1e3 * height:.2f} mm")
