"""The figures of the study."""
import matplotlib.pyplot as plt
import numpy as np
import report_page


def save(figure, file):
    figure.tight_layout()
    report_page.save_figure(figure, file, dpi=110)


def impacts(series, folder):
    figure, (left, middle, right) = plt.subplots(1, 3, figsize=(13, 3.8))
    published = {"glass": (274, 10.70), "limestone": (368, 7.11)}
    for name, (overlap, force) in series["curves"].items():
        line, = left.plot(overlap, force, label=name)
        left.plot(*published[name], "x", color=line.get_color(), markersize=9)
    left.set(xlabel="overlap, um", ylabel="force, kN", title="Test 1; crosses: published peaks")
    left.legend()
    middle.plot([0, 1], [0, 1], color="0.7")
    middle.plot(series["restitutions"]["wanted"], series["restitutions"]["measured"], "o")
    middle.set(xlabel="restitution asked for", ylabel="measured", title="Test 3")
    oblique = series["oblique"]
    angle = np.radians(np.linspace(1, 89, 200))
    right.plot(np.degrees(angle), np.minimum(2.5 * 0.092 * 1.98 * 3.9 * np.cos(angle) / 0.0025, 5 / 7 * 3.9 * np.sin(angle) / 0.0025),
               color="0.7", label="rigid sphere: rolls, slides")
    right.plot(oblique["angle"], oblique["model_spin"], "k+", label="law's equations")
    right.plot(oblique["angle"], oblique["spin"], "o", mfc="none", label="Talus")
    right.set(xlabel="angle of impact, degrees", ylabel="spin after it, rad/s", title="Test 4")
    right.legend()
    save(figure, folder / "impacts.png")


def rotation(series, folder):
    figure, axes = plt.subplots(figsize=(8, 2.8))
    axes.plot(series["time"], series["middle"], linewidth=1)
    axes.set(xlabel="time, s", ylabel="spin about the middle axis, rad/s", title="A triaxial ellipsoid flips")
    save(figure, folder / "rotation.png")


def gas(series, folder):
    figure, grid = plt.subplots(3, 4, figsize=(16, 9), sharex=False)
    for axes, (name, runs) in zip(grid.flat, series.items()):
        for (time, energy), label in zip(runs, ("chosen step", "half of it")):
            axes.plot(time, energy, linewidth=1, label=label)
        axes.ticklabel_format(axis="y", style="sci", scilimits=(-2, 2))
        axes.set(title=name, xlabel="time, s", ylabel="energy gained, relative")
    grid.flat[0].legend()
    save(figure, folder / "gas.png")


def rest(series, folder):
    figure, axes = plt.subplots(figsize=(8, 3.6))
    for name, (time, kinetic) in series.items():
        axes.semilogy(time, np.maximum(kinetic, 1e-32), label=name, linewidth=1)
    axes.set(xlabel="time, s", ylabel="kinetic energy / (m g a)", title="Cubes come to rest")
    axes.legend(fontsize=8)
    save(figure, folder / "rest.png")


def links(series, folder):
    figure, axes = plt.subplots(figsize=(8, 2.8))
    axes.plot(series["time"], series["links"], label="linking number")
    axes.plot(series["time"], np.array(series["height"]) * 1e3 / -32, label="depth of the lower link / 2 (R - r)")
    axes.set(xlabel="time, s", title="A link swings in another", ylim=(-0.5, 1.3))
    axes.legend()
    save(figure, folder / "links.png")


def packing(series, folder):
    published = {"sphere": (0.64, 0.64), "ellipsoid 1.25:1:0.8": (0.74, 0.74), "tetrahedron": (0.51, 0.64), "cube": (0.54, 0.67),
                 "octahedron": (0.52, 0.64), "dodecahedron": (0.51, 0.63), "icosahedron": (0.50, 0.59)}
    figure, axes = plt.subplots(figsize=(9, 3.8))
    for i, (name, fractions) in enumerate(series.items()):
        lower, upper = published[name]
        axes.plot([i, i], [lower, upper], color="0.8", linewidth=12 if upper > lower else 0, solid_capstyle="butt")
        if upper == lower:
            axes.plot([i - 0.2, i + 0.2], [lower, upper], color="0.6", linewidth=3)
        axes.plot([i] * len(fractions), fractions, "o", mfc="none", color="C0")
        axes.plot(i, fractions[-1], "o", color="C0")
    axes.set_xticks(range(len(series)), [name.replace(" ", "\n") for name in series], fontsize=8)
    axes.set(ylabel="volume fraction", title="Grey: published; open: after each tap; full: the last")
    save(figure, folder / "packing.png")


def draw(study, folder):
    for make in (impacts, rotation, gas, rest, links, packing):
        case = study["cases"].get(make.__name__)
        if case:
            make(case["series"], folder)
