"""What a program can find out about accessibility."""

from axe_playwright_python.sync_playwright import Axe

from waiting import come_to_rest


def assert_accessible(page, where=""):
    """No rule of axe-core is broken on the page as it is now: contrast, names, roles, order."""
    page.mouse.move(0, 0)
    # What fades in is looked at when it is there.
    come_to_rest(page)
    result = Axe().run(page).response
    assert len(result["passes"]) > 10, where
    broken = [
        (where, rule["id"], node["target"], node["failureSummary"])
        for rule in result["violations"] for node in rule["nodes"]
    ]
    assert broken == [], broken
