"""Links from documents to files of the repository lead to pages that show these files.

A link to a document or a picture is left to Sphinx. Any other target that exists becomes source:PATH while the document
is read, and the address of the page source/PATH.html when it is written.
"""

import html
import pathlib
import re

from docutils import nodes
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import TextLexer, get_lexer_for_filename
from pygments.util import ClassNotFound

FENCE = re.compile(r"(^```.*?^```)", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?<=\]\()([^)\s#:]+)(#[^)\s]*)?(?=\))|(?<=\]: )([^\s#:]+)(#\S*)?$", re.MULTILINE)
LANGUAGES = {".inl": "x.cpp", ".cu": "x.cpp", ".h": "x.cpp", ".mjs": "x.js", ".in": "x.txt"}
LARGEST = 400_000  # bytes of a file that gets a page


def root(app):
    return pathlib.Path(app.srcdir)


def rewrite(app, docname, source):
    """Marks the links that lead to files outside of the site."""
    folder = (root(app) / docname).parent

    def marked(match):
        target = match[1] or match[3]
        path = (folder / target).resolve()
        if not path.exists() or not path.is_relative_to(root(app)):
            return match[0]
        name = path.relative_to(root(app)).as_posix()
        if name.removesuffix(".md") in app.env.found_docs or path.suffix in (".png", ".svg"):
            return match[0]
        return f"source:{name}"

    parts = FENCE.split(source[0])
    parts[::2] = [LINK.sub(marked, part) for part in parts[::2]]
    source[0] = "".join(parts)


def resolve(app, doctree, docname):
    """Gives the marked links their addresses, and notes which pages are wanted."""
    wanted = app.env.talus_source_pages
    for link in doctree.findall(nodes.reference):
        if link.get("refuri", "").startswith("source:"):
            name = link["refuri"].removeprefix("source:")
            wanted.add(name)
            link["refuri"] = app.builder.get_relative_uri(docname, page_of(name))


def page_of(name):
    return f"source/{name or 'index'}"


def pages(app):
    """The pages of all files that a document names, and of the files of all folders that one names."""
    names = {}
    for name in app.env.talus_source_pages:
        names[name] = root(app) / name
        if (root(app) / name).is_dir():
            names.update({entry.relative_to(root(app)).as_posix(): entry for entry in (root(app) / name).iterdir()
                          if entry.is_file() and entry.stat().st_size < LARGEST})
    for name, path in sorted(names.items()):
        body = listing(app, name, path, names) if path.is_dir() else text_of(path)
        yield page_of(name), {"title": name, "body": f"<h1>{html.escape(name)}</h1>{body}"}, "page.html"


def listing(app, name, folder, names):
    rows = []
    for entry in sorted(folder.iterdir()):
        inner = entry.relative_to(root(app)).as_posix()
        shown = html.escape(entry.name)
        if inner in names:
            address = app.builder.get_relative_uri(page_of(name), page_of(inner))
            shown = f'<a href="{address}">{shown}</a>'
        rows.append(f"<li><code>{shown}{'/' if entry.is_dir() else ''}</code></li>")
    return f"<ul>{''.join(rows)}</ul>"


def text_of(path):
    try:
        text = path.read_text()
    except UnicodeDecodeError:
        return f"<p>{path.stat().st_size} bytes that are no text.</p>"
    try:
        lexer = get_lexer_for_filename(LANGUAGES.get(path.suffix, path.name))
    except ClassNotFound:
        lexer = TextLexer()
    return f'<div class="highlight">{highlight(text, lexer, HtmlFormatter(nowrap=False))}</div>'


def start(app):
    if not hasattr(app.env, "talus_source_pages"):
        app.env.talus_source_pages = set()


def setup(app):
    app.connect("builder-inited", start)
    app.connect("source-read", rewrite)
    app.connect("doctree-resolved", resolve)
    app.connect("html-collect-pages", pages)
    return {"parallel_read_safe": False, "parallel_write_safe": False}
