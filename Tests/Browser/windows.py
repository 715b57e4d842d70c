"""The windows that the page is looked at in, and the keypads that it shows."""

from scope import FULL

KEYPADS = ["Formula", "Scientific", "Simple", "Chain", "Tip", "Standard"]
PHONE = {"width": 390, "height": 844}
# From a small phone to a projector.
SCREENS = [(320, 568), (390, 844), (844, 390), (1280, 720), (3840, 2160)]
PHONES = [(320, 568), (360, 640), (375, 667), (390, 664), (390, 844), (568, 320), (667, 375), (844, 390)]
# Phones upright and turned, and a laptop: each point of the calculator is tested in these.
WINDOWS = [(320, 568), (844, 390), (1280, 800)]
if FULL:
    WINDOWS += [(390, 844), (820, 1180), (1920, 1080)]
# Upright and turned phones without the height of the browser's bars.
LOW_PHONES = [(320, 568), (360, 560), (375, 553), (390, 664), (568, 320), (640, 300), (667, 331),
              (736, 340), (740, 340), (844, 340), (932, 380)]
