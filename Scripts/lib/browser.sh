# shellcheck shell=bash
# For `source`, at the top of the checkout: Python with what drives a browser, in .build/browser.
browser_python=.build/browser/bin/python

install_browser_python() {
    local needs=Tests/Browser/requirements.txt
    cmp --silent "$needs" .build/browser/requirements.txt && return
    python3 -m venv --clear .build/browser
    "$browser_python" -m pip install --quiet --requirement "$needs"
    cp "$needs" .build/browser/requirements.txt
}

# Ubuntu has no Chromium as a package.
install_chromium() {
    command -v chromium google-chrome > /dev/null || install_missing chromium
}
