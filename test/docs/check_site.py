"""check_site.py FOLDER [--quick]: every link within the site leads to a page, a file and a heading that are there.

With --quick the pages of the gallery, which are computed for minutes, may be missing. Addresses of other sites are not
asked: a test needs no network.
"""

import html.parser
import pathlib
import sys
import urllib.parse

SITE = pathlib.Path(sys.argv[1]).resolve()
QUICK = "--quick" in sys.argv[2:]


class Page(html.parser.HTMLParser):
    """The targets of a page and its anchors."""

    def __init__(self, path):
        super().__init__()
        self.links, self.anchors = [], {""}
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id" or (tag == "a" and name == "name"):
                self.anchors.add(value)
            elif name in ("href", "src") and value is not None:
                self.links.append(value)


def main():
    paths = [path for path in SITE.rglob("*.html") if path.parent.name != "gallery"]
    pages = {path: Page(path) for path in paths}
    broken, count = [], 0
    for path, page in pages.items():
        for link in page.links:
            address = urllib.parse.urlsplit(link)
            if address.scheme or address.netloc:
                continue
            count += 1
            target = (path.parent / urllib.parse.unquote(address.path)).resolve() if address.path else path
            shown = f"{path.relative_to(SITE)}: {link}"
            if QUICK and target.parent.name == "gallery":
                continue
            if not target.is_file():
                broken.append(f"{shown}: there is no such file")
            elif target in pages and urllib.parse.unquote(address.fragment) not in pages[target].anchors:
                broken.append(f"{shown}: there is no such heading")
    # The references are not empty: a page made from sources that were not found has no declarations.
    for page, prefix, least in (("cpp", "_CPPv4", 500), ("python", "talus.", 100)):
        found = sum(anchor.startswith(prefix) for anchor in pages[SITE / "docs/reference" / f"{page}.html"].anchors)
        if found < least:
            broken.append(f"docs/reference/{page}.html: {found} declarations, at least {least} were expected")
    print("\n".join(broken) or f"{count} links of {len(pages)} pages lead somewhere")
    return 1 if broken or count < 1000 else 0


if __name__ == "__main__":
    sys.exit(main())
