# shellcheck shell=bash
# For `source`, at the top of the checkout.

# build_server_and_page OPTION… builds the server, with these options of `swift build`, and the modules
# beside each other, as neither keeps two cores busy, and puts the page together. Standard output is
# left alone.
build_server_and_page() {
    mkdir -p .build
    echo "Building, which takes a minute or two the first time." >&2
    { Scripts/wasm BrowserReplica && Scripts/wasm BrowserBill; } > .build/wasm.log 2>&1 &
    local modules=$!
    swift build --configuration release --product calcroom "$@" >&2
    wait "$modules" || { cat .build/wasm.log >&2; return 1; }
    assemble_page
}

# is_built STAMP PROGRAM says whether program and page are there and nothing has changed since the stamp,
# without asking the compiler.
is_built() {
    [[ -e $1 && -x $2 && -e .build/page/calcroom.wasm ]] || return 1
    local sources=({Sources,Package.swift,static,Scripts/wasm,Scripts/lib})
    [[ -z $(find "${sources[@]}" -newer "$1" -print -quit) ]]
}
