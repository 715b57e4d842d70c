"""The windows that the page is looked at in, and the keypads that it shows."""

KEYPADS = ["Formula", "Scientific", "Simple", "Chain", "Tip", "Standard"]
PHONE = {"width": 390, "height": 844}
# From a small phone to a projector.
SCREENS = [(320, 568), (390, 844), (844, 390), (1280, 720), (3840, 2160)]
