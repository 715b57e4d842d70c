# shellcheck shell=bash
# For `source`: the packages that scripts need, on Debian and Ubuntu. With --help, a script ends here and shows
# the comment at its top.
if [[ " $* " == *" --help "* || " $* " == *" -h "* ]]; then
    find "${BASH_SOURCE[0]%/*}"/../../{Scripts,Tests/Oracle} -maxdepth 1 -type f -name "${0##*/}" \
        -exec sed -n '2,/^[^#]/s/^# \{0,1\}//p' {} +
    exit
fi

# Used by the Swift toolchain: a linker, the C and C++ libraries, and the libraries of its tools.
toolchain_packages=(g++ libcurl4-openssl-dev libncurses-dev libsqlite3-dev libxml2-dev)

# Used by the server, in this order: stores (SQLite, Redis), sockets, an event loop that suits many
# sockets, QR codes, TLS, compression.
server_packages=(
    libsqlite3-dev libhiredis-dev libwebsockets-dev libwebsockets-evlib-ev libqrencode-dev libssl-dev zlib1g-dev pkg-config
)
# Used to build the WebAssembly modules (Scripts/lib/wasm explains each) and to minify the page.
module_packages=(wasi-libc libclang-rt-dev-wasm32 binaryen python3 zopfli esbuild)
# Used by the tests: programs to run against, a type checker for the page, WebSockets for older versions of Node,
# fonts for the page's languages.
test_packages=(python3-venv fonts-noto-cjk strace openssl redis-tools nodejs node-ws node-typescript)

swift_version_min=6.2

# require PACKAGE… installs missing packages and checks the Swift toolchain. On a system without apt-get it
# names the packages and fails.
require() {
    command -v swift > /dev/null || {
        echo "Missing: Swift $swift_version_min or newer, from https://www.swift.org/install/linux/" >&2
        return 1
    }
    install_missing "$@" && is_swift_new_enough
}

# Messages of apt-get and sudo without a network, a package of that name, or the right to install it.
why_not='Temporary failure|Could not connect|^E:|^sudo:|sudoers'

install_missing() {
    local package installed missing=() wanted
    mapfile -t wanted < <(printf '%s\n' "${toolchain_packages[@]}" "$@" | sort -u)
    # It fails if it does not know one of the packages, and lists the others.
    installed=$(dpkg-query --show --showformat=' ${db:Status-Status} ${Package} ' "${wanted[@]}" 2> /dev/null) || true
    for package in "${wanted[@]}"; do
        [[ $installed == *" installed $package "* ]] || missing+=("$package")
    done
    [[ ${#missing[@]} -gt 0 ]] || return 0

    echo "Missing, installing now: ${missing[*]}"
    local tool tools=(apt-get)
    [[ $EUID -eq 0 ]] || tools+=(sudo)
    for tool in "${tools[@]}"; do
        command -v "$tool" > /dev/null || {
            echo "There is no $tool here: install these packages, or equivalent ones, by hand." >&2
            return 1
        }
    done
    local said
    said=$({
        as_root apt-get update -qq
        as_root env DEBIAN_FRONTEND=noninteractive \
            apt-get install -qq --yes --no-install-recommends "${missing[@]}"
    } 2>&1) || {
        echo "They could not be installed: $(grep -E "$why_not" <<< "$said" | head -1)" >&2
        return 1
    }
}

# `swift --version` fails while libraries of the toolchain are missing.
is_swift_new_enough() {
    local version
    version=$(swift --version 2> /dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p') || true
    [[ $(printf '%s\n' "$swift_version_min" "$version" | sort --version-sort | head -1) \
        == "$swift_version_min" ]] || {
        echo "Swift here is ${version:-of an unknown version}; $swift_version_min or newer is needed," \
            "from https://www.swift.org/install/linux/" >&2
        return 1
    }
}

# install_python FOLDER REQUIREMENTS makes FOLDER/bin/python, a Python with these packages.
install_python() {
    cmp --silent "$2" "$1/requirements.txt" && return
    python3 -m venv --clear "$1" \
        && "$1/bin/python" -m pip install --quiet --disable-pip-version-check --requirement "$2" >&2 \
        && cp "$2" "$1/requirements.txt"
}

# unpack_tool PROGRAM PACKAGE unpacks a program for the tests into .build/tools and adds it to PATH.
# Installing nginx or haproxy would start a service on this machine. Only their libraries are installed.
unpack_tool() {
    local program=$1 package=$2 folder=$PWD/.build/tools said
    PATH=$PATH:$folder/usr/sbin:$folder/usr/bin
    export PATH
    command -v "$program" > /dev/null && return
    echo "Missing, unpacking now: $package"
    mkdir -p "$folder"
    said=$({
        cd "$folder" && { download "$package" || { as_root apt-get update -qq && download "$package"; }; } \
            && dpkg-deb --extract "$package"_*.deb .
    } 2>&1) || {
        echo "It could not be unpacked: $(grep -E "$why_not|not found" <<< "$said" | head -1)" >&2
        return 1
    }
    # shellcheck disable=SC2046
    install_missing $(libraries_of "$folder/$package"_*.deb)
}

# Of alternative dependencies, only the first.
libraries_of() {
    dpkg-deb --field "$1" Depends | tr ',' '\n' | sed -n 's/^ *\(lib[a-z0-9.+-]*\).*/\1/p'
}

# Installing redis-server would start a service on this machine. redis-check-rdb is the same program, and
# works as a server under the name redis-server.
link_redis() {
    local folder=$PWD/.build/tools/usr/bin
    PATH=$PATH:$folder
    export PATH
    command -v redis-server > /dev/null && return
    mkdir -p "$folder"
    ln -sf "$(command -v redis-check-rdb)" "$folder/redis-server"
}

download() {
    apt-get download -qq "$1"
}

as_root() {
    if [[ $EUID -eq 0 ]]; then "$@"; else sudo "$@"; fi
}
