"""Sphinx makes the site from the Markdown of the repository; script/docs calls it.

The source folder is the root of the repository, so that the links between documents are those that a reader of the
files sees. TALUS_DOCS is the folder of what is computed before: doxygen's XML, the gallery.
"""

import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "docs" / "site"))
made = pathlib.Path(os.environ["TALUS_DOCS"])

header = (ROOT / "talus" / "version.h").read_text()
version = release = ".".join(re.findall(r"VERSION_[MP][A-Z]+ (\d+)$", header, re.MULTILINE))
if prerelease := re.search(r'PRERELEASE "(.+)"', header):
    release += f"-{prerelease[1]}"

project = "Talus"
author = "The maintainers of Talus"
copyright = author
root_doc = "docs/index"
include_patterns = ["docs/*.md", "docs/**/*.md", "CHANGELOG.md", "CONTRIBUTING.md", "examples/README.md",
                    "examples/experiments/README.md", "examples/experiments/**/README.md", "study/README.md",
                    "study/**/README.md", "bench/results/*.md"]
exclude_patterns = ["build", "viewer", "demo-output"]
extensions = ["myst_parser", "sphinx.ext.autodoc", "breathe", "source_pages", "talus_reference", "gallery"]

myst_enable_extensions = ["deflist"]
myst_heading_anchors = 4
myst_url_schemes = ["http", "https", "mailto", "source"]
suppress_warnings = ["myst.header"]

breathe_projects = {"talus": str(made / "xml")}
breathe_default_project = "talus"
breathe_default_members = ("members",)
# Words of the sources that are not of C++ itself.
cpp_id_attributes = ["TALUS_HD", "TALUS_INLINE"]

autodoc_default_options = {"members": True, "undoc-members": True, "inherited-members": False}
autodoc_member_order = "bysource"
autodoc_typehints = "none"
autoclass_content = "both"  # the arguments of a class are in its __init__

html_theme = "furo"
html_title = f"Talus {release}"
html_static_path = ["site/static"]
html_css_files = ["style.css"]
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#8a4b14", "color-brand-content": "#8a4b14"},
    "dark_css_variables": {"color-brand-primary": "#e0a468", "color-brand-content": "#e0a468"},
}
html_show_sphinx = False
html_show_copyright = False
html_copy_source = False
highlight_language = "text"
pygments_style = "tango"
linkcheck_ignore = [r"source:.*"]
