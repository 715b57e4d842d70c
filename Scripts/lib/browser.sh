# shellcheck shell=bash
# For `source`, at the top of the checkout, after packages.sh: Chromium, and a Python that drives it.
browser_python=.build/browser/bin/python

install_browser_python() {
    install_python .build/browser Tests/Browser/requirements.txt
}

# Ubuntu has no Chromium as a package.
install_chromium() {
    command -v chromium google-chrome > /dev/null || install_missing chromium
}
