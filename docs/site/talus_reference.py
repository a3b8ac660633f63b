"""The references of C++ and Python, from the sources: the headers of the library, the names of the package."""

import logging
import re
from pathlib import Path

import talus
from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

# The public headers by what they are for; a header in no group is shown last.
HEADERS = {
    "Contact queries": ["shape.h", "primitive.h", "mesh_file.h", "query.h", "contact.h", "manifold.h", "curvature.h"],
    "Many bodies": ["pairs.h", "packing.h", "filling.h"],
    "Simulations": ["setup.h", "material.h", "flow.h", "simulation.h", "state.h", "measure.h", "scene.h", "run.h"],
    "Vectors, errors, version": ["math/vec3.h", "math/mat3.h", "math/pose.h", "error.h", "version.h"],
}
# The names of the package by what they are for; a name in no group is shown last.
NAMES = {
    "Shapes and poses": ["Shape", "Sphere", "Ellipsoid", "Superquadric", "Polyhedron", "Mesh", "HalfSpace", "Segment", "Pose", "spheroid"],
    "Contact queries": ["contact", "Contact", "Cache", "contact_batch", "ContactBatch", "gap_exceeds", "gap_exceeds_batch",
                        "contact_curvature", "CurvatureRadii", "manifold", "Manifold", "patches", "Patch", "overlap_volume",
                        "OverlapVolume", "methods", "Method"],
    "Many bodies": ["pack", "Packing", "pairs", "uniform_sizes", "lognormal_sizes"],
    "Simulations": ["Setup", "MeshWallHandle", "Simulation", "SimulationContacts", "Wall", "SimulationError", "LimitError"],
    "Results": ["read", "run", "Run", "Frames", "Frame", "Columns", "show", "View"],
    "Parameter studies": ["sweep", "calibrate", "Calibration"],
    "Files of other programs": ["read_particles", "Particles"],
}
CONSTANTS = {"__version__", "STATUS_NAMES"}


def groups(table, names):
    """The groups of a table with the names that there are, and what is in none."""
    for title, members in table.items():
        yield title, [name for name in members if name in names]
    grouped = {name for members in table.values() for name in members}
    if rest := [name for name in names if name not in grouped]:
        yield "More", rest


class Reference(SphinxDirective):
    """Sections of reStructuredText that are made from lists."""

    def run(self):
        self.env.note_reread()  # Sphinx does not know what the lists are made from
        sections = []
        for title, lines in self.sections():
            section = nodes.section(ids=[nodes.make_id(title)])
            section += nodes.title(text=title)
            text = StringList(lines, source="docs/site/talus_reference.py")
            self.state.nested_parse(text, self.content_offset, section, match_titles=True)
            sections.append(section)
        return sections


class PythonReference(Reference):
    def sections(self):
        names = [name for name in talus.__all__ if name not in CONSTANTS]
        for title, members in groups(NAMES, names):
            lines = []
            for name in members:
                thing = getattr(talus, name)
                kind = "exception" if isinstance(thing, type) and issubclass(thing, Exception) else "class" if isinstance(thing, type) else "function"
                lines += [f".. auto{kind}:: talus.{name}", ""]
            yield title, lines


class CppReference(Reference):
    def sections(self):
        cmake = (Path(self.env.srcdir) / "CMakeLists.txt").read_text()
        headers = [h for listed in re.findall(r"PUBLIC ((?:[\w/]+\.h\s*)+)", cmake) for h in listed.split() if h != "talus.h"]
        for title, members in groups(HEADERS, headers):
            lines = []
            for header in members:
                lines += [f".. rubric:: talus/{header}", "", f".. doxygenfile:: talus/{header}", ""]
            yield title, lines


def as_plain_text(app, what, name, thing, options, lines):
    """Docstrings are plain text: |x| is an absolute value."""
    lines[:] = [re.sub(r"([|*])", r"\\\1", line) for line in lines]


def as_users_write_it(app, what, name, thing, options, signature, returned):
    """Without self, and with the names that the package exports."""
    def shown(text):
        return text and re.sub(r"self: [\w.]+(, )?", "", text).replace("talus._core.", "talus.")
    return shown(signature), shown(returned)


class OneNamespace(logging.Filter):
    """Every header opens the namespace talus; that it is there many times is no mistake."""

    def filter(self, record):
        text = record.getMessage()
        return "namespacetalus" not in text and ".. cpp:type:: talus" not in text


def setup(app):
    for logger in ("sphinx.sphinx.domains.cpp", "sphinx.sphinx.util.docutils"):
        logging.getLogger(logger).addFilter(OneNamespace())
    app.connect("autodoc-process-signature", as_users_write_it)
    app.connect("autodoc-process-docstring", as_plain_text)
    app.add_directive("talus-python", PythonReference)
    app.add_directive("talus-cpp", CppReference)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
