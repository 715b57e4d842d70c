# shellcheck shell=bash
# For `source`, at the top of the checkout, after packages.sh: browsers, and a Python that drives them.
browser_python=.build/browser/bin/python

install_browser_python() {
    install_python .build/browser Tests/Browser/requirements.txt
}

# The headless shell needs a third of the processor time that the whole browser needs.
install_chromium() {
    install_missing chromium-headless-shell \
        || command -v chromium google-chrome > /dev/null \
        || install_missing chromium
}

# install_browsers [--full] installs Chromium, and with --full Firefox and WebKit. Ubuntu has no packages
# of Chromium and Firefox; tests of a browser that is missing report that they did not run.
install_browsers() {
    install_chromium || echo "Chromium is not available for this system."
    [[ " $* " == *" --full "* ]] || return 0
    install_missing firefox-esr || echo "Firefox is not available for this system."
    install_missing webkit2gtk-driver xvfb xauth || echo "WebKit is not available for this system."
}
