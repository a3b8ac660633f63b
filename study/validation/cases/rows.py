"""One line of the report: what is expected, what was measured, and how far off it may be. `known` says why a
line does not hold, where that is known and left so: the report shows it, and the tests let it pass."""


def row(what, expected, measured, unit="", relative=None, absolute=None, known=""):
    """Expected and measured numbers, which may differ by a part of the expected one or by an amount."""
    allowed = relative * abs(expected) if relative is not None else absolute
    off = abs(measured - expected)
    text = f"{100 * relative:.3g} %" if relative is not None else f"{absolute:.3g}"
    shown = f"{100 * off / abs(expected):.2g} %" if relative is not None else f"{off:.2g}"
    return {"what": what, "expected": f"{expected:.5g}", "measured": f"{measured:.5g}", "unit": unit,
            "off": shown, "allowed": text, "holds": bool(off <= allowed), "known": known}


def below(what, limit, measured, unit="", known=""):
    """A number that should be zero, or as good as."""
    return {"what": what, "expected": "0", "measured": f"{measured:.2g}", "unit": unit, "off": f"{abs(measured):.2g}",
            "allowed": f"{limit:.2g}", "holds": bool(abs(measured) <= limit), "known": known}


def between(what, lower, upper, measured, unit="", known=""):
    """A number that should lie between two others."""
    return {"what": what, "expected": f"{lower:.4g} to {upper:.4g}", "measured": f"{measured:.4g}", "unit": unit,
            "off": "", "allowed": "", "holds": bool(lower <= measured <= upper), "known": known}
