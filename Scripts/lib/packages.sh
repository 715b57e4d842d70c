# shellcheck shell=bash
# For `source`: what a script needs of the system.

# What the Swift toolchain leans on: a linker, the C and C++ libraries, and what its tools load.
toolchain_packages=(g++ libcurl4-openssl-dev libncurses-dev libsqlite3-dev libxml2-dev)

# require PACKAGE… installs what is missing beside the Swift toolchain, on Debian and Ubuntu;
# elsewhere it says what has to be there.
require() {
    command -v swift > /dev/null || {
        echo "Missing: Swift 6.2 or newer, from https://www.swift.org/install/linux/" >&2
        return 1
    }

    local package missing=()
    for package in "${toolchain_packages[@]}" "$@"; do
        is_installed "$package" || missing+=("$package")
    done
    [[ ${#missing[@]} -gt 0 ]] || return 0

    echo "Missing, installing now: ${missing[*]}"
    local as_root=()
    [[ $EUID -eq 0 ]] || as_root=(sudo)
    local tool
    for tool in apt-get "${as_root[@]}"; do
        command -v "$tool" > /dev/null || {
            echo "There is no $tool here: please install these, or their like, by hand." >&2
            return 1
        }
    done
    "${as_root[@]}" apt-get update -qq
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -qq --yes --no-install-recommends "${missing[@]}" > /dev/null
}

is_installed() {
    [[ $(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2> /dev/null) == installed ]]
}
