"""Claims of section 5.3: labels of two classes."""

from __future__ import annotations

from cecib.experiments.claims.terms import as_good, claim, few, gain, larger, semi

_STEPS = ((0.0, 0.1), (0.1, 0.2), (0.2, 0.3))
_OTHERS = ("CEC-IB₁", "c-GMM", "k-means", "fc-means")

CLAIMS = (
    claim(
        "5.3",
        "CEC-IB was able to consistently improve its clustering performance with an increasing size of the "
        "labeled data set",
        larger({f"CEC-IB₁, {more:.0%} − {less:.0%}": gain(few("CEC-IB₁"), more, less) for less, more in _STEPS}),
        "NMI",
    ),
    claim(
        "5.3",
        "c-GMM sometimes dropped in performance when adding side information",
        larger({"c-GMM, 0 % − 30 %": gain(few("c-GMM"), 0.0, 0.3)}, "some set"),
        "NMI",
    ),
    claim(
        "5.3",
        "this effect was already visible in Figure 3, but seems to be more pronounced here",
        larger({"gain of c-GMM with all classes − with two": gain(semi("c-GMM"), 0.3) - gain(few("c-GMM"), 0.3)}),
        "NMI, 30 % − 0 %",
    ),
    claim(
        "5.3",
        "In most cases both [fc-means and k-means] increased their performance having access to more labeled data",
        larger({f"{label}, 30 % − 0 %": gain(few(label), 0.3) for label in ("fc-means", "k-means")}, "most sets"),
        "NMI",
    ),
    claim(
        "5.3",
        "spec performed in general better when only two classes were labeled than in the previous experiment",
        larger({"spec, two classes − all": few("spec") - semi("spec")}, "most sets"),
        "NMI, 10 to 30 % labels",
    ),
    claim(
        "5.3",
        "its results were often comparable to or sometimes even better than other methods",
        as_good({f"spec − {other}": few("spec") - few(other) for other in _OTHERS}, "most sets", margin=0.05),
        "NMI, 10 to 30 % labels",
    ),
)
