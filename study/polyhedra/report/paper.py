"""What the paper prints: Descantes, Tricoire, Richard 2019, Tables 1 and 2."""

# Table 1: components of the normal and the overlap, by GJK-TD, 15 decimals.
TABLE_1 = {
    "fig2": ("0.000000000000000", "1.000000000000000", "0.000000000000000", "-0.250000000000000"),
    "fig4": ("0.992277876713668", "-0.124034734589208", "0.000000000000000", "-4.026012719933860"),
    "fig5f": ("0.894427190999916", "-0.447213595499958", "0.000000000000000", "-0.223606797749979"),
    "fig7": ("0.894427190999916", "-0.447213595499958", "0.000000000000000", "-1.118033988749900"),
    "fig8a": ("0.894427190999916", "-0.447213595499958", "0.000000000000000", "-1.118033988749900"),
    "fig10a": ("0.000000000000000", "0.000000000000000", "-1.000000000000000", "-0.100000024000000"),
    "fig10b": ("-0.168309951548722", "0.950616325200044", "-0.260768791217108", "-0.572082006256242"),
    "fig10c": ("0.832050294337844", "-0.554700196225229", "0.000000000000000", "-0.554700196225229"),
    "fig10d": ("0.970142500145332", "0.000000000000000", "-0.242535625036333", "-0.485071250072666"),
}
SITUATIONS = list(TABLE_1)

# Table 2: microseconds on an Intel Core i7-6700HQ at 2.6 GHz (Fortran, 2019).
TABLE_2 = {
    "fig2": {"gjk-td": 10.896, "nezami-revised": 83.920, "cundall-revised": 540.656},
    "fig4": {"gjk-td": 94.688, "nezami-revised": 121.456, "cundall-revised": 1225.261},
    "fig5f": {"gjk-td": 6.425, "nezami-revised": 77.768, "cundall-revised": 870.992},
    "fig7": {"gjk-td": 19.095, "nezami-revised": 91.640, "cundall-revised": 938.476},
    "fig8a": {"gjk-td": 18.975, "nezami-revised": 77.156, "cundall-revised": 671.476},
    "fig10a": {"gjk-td": 10.697, "nezami-revised": 67.356, "cundall-revised": 1288.066},
    "fig10b": {"gjk-td": 27.189, "nezami-revised": 85.672, "cundall-revised": 2582.582},
    "fig10c": {"gjk-td": 22.239, "nezami-revised": 161.700, "cundall-revised": 1056.096},
    "fig10d": {"gjk-td": 19.208, "nezami-revised": 85.068, "cundall-revised": 719.848},
}
# Section 4.1: how closely the revised Cundall agrees with GJK-TD, at best.
CUNDALL_AGREES_TO = 1e-10

COMPARED = ("gjk-td", "nezami-revised", "cundall-revised")


def title(situation):
    return "Fig. " + situation.removeprefix("fig")
