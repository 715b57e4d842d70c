# shellcheck shell=bash
# For `source`, at the top of the checkout.

# build_server_and_page OPTION… builds the server with these options of `swift build`. At the same time it
# assembles the page and builds the WebAssembly modules, since neither build keeps two cores busy. The
# page only links to the modules, so it comes first. Nothing is printed on standard output.
build_server_and_page() {
    mkdir -p .build
    echo "Building the server and the page; the first build takes a few minutes." >&2
    { assemble_page && Scripts/lib/wasm BrowserReplica BrowserBill BrowserEditor; } > .build/page.log 2>&1 &
    local page=$!
    swift build --configuration release --product calcroom "$@" >&2
    ! kill -0 "$page" 2> /dev/null || echo "Finishing the WebAssembly modules of the page." >&2
    wait "$page" || { cat .build/page.log >&2; return 1; }
}

# write_commit PROGRAM writes the commit of the checkout to PROGRAM.commit, which `calcroom --version` reads.
# Call it after the build: the program ignores a file that is older than itself. Compiled in, the commit
# would link the program again after every commit.
write_commit() {
    git describe --always --abbrev=7 --exclude '*' --dirty > "$1.commit" 2> /dev/null || rm -f "$1.commit"
}

# The files that the program and the page are made of.
sources=({Sources,Package.swift,docs,static,Scripts/lib})

# is_built STAMP PROGRAM is true if the program and the page exist and no source has changed since the
# stamp. It does not start the compiler.
is_built() {
    [[ -e $1 && -x $2 && -e .build/page/calcroom.wasm ]] || return 1
    [[ -z $(find "${sources[@]}" -newer "$1" -print -quit) ]]
}
