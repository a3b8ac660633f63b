"""Writes a wheel: a zip archive with a list of its files and their hashes."""

import base64
import hashlib
import os
import pathlib
import zipfile

import metadata

ROOT = pathlib.Path(__file__).resolve().parents[2]
OLDEST = (1980, 1, 1, 0, 0, 0)  # the first time that zip knows: the same files give the same wheel


def write_wheel(folder, stage, tag, scripts):
    """All of `stage` is installed as it is; `scripts` are texts by name. Returns the name of the file."""
    version = metadata.version()
    info = f"talus-{version}.dist-info"
    contents = {path.relative_to(stage).as_posix(): (path.read_bytes(), os.access(path, os.X_OK))
                for path in sorted(stage.rglob("*")) if path.is_file()}
    for script, text in scripts.items():
        contents[f"talus-{version}.data/scripts/{script}"] = (text.encode(), True)
    contents[f"{info}/LICENSE"] = ((ROOT / "LICENSE").read_bytes(), False)
    contents[f"{info}/METADATA"] = (metadata.text().encode(), False)
    contents[f"{info}/WHEEL"] = (f"Wheel-Version: 1.0\nGenerator: talus\nRoot-Is-Purelib: false\nTag: {tag}\n".encode(), False)
    record = "".join(f"{name},sha256={digest(data)},{len(data)}\n" for name, (data, _) in contents.items())
    contents[f"{info}/RECORD"] = (f"{record}{info}/RECORD,,\n".encode(), False)

    name = f"talus-{version}-{tag}.whl"
    with zipfile.ZipFile(folder / name, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, (data, executable) in contents.items():
            entry = zipfile.ZipInfo(path, OLDEST)
            entry.external_attr = (0o100755 if executable else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return name


def digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
