# shellcheck shell=bash
# For `source`, at the top of the checkout.

# assemble_page puts what browsers are given into .build/page: the files of static, the texts cut into
# parts, the pictures that are made of one of them, and the modules. Links do where nothing is made, so
# that an edited file is there at the next start. What stands beside a file is the same, compressed with
# patience; the server looks whether it still is.
assemble_page() {
    make_icons
    local file name page=.build/page-new modules=$PWD/.build/wasm/release
    rm -rf "$page"
    mkdir -p "$page"
    ln -s "$PWD"/static/* "$PWD"/.build/icons/* "$page/"
    rm "$page"/texts.*.json
    python3 Scripts/lib/texts.py static "$page"
    for name in calcroom:BrowserReplica bill:BrowserBill; do
        ln -s "$modules/${name#*:}.wasm" "$page/${name%:*}.wasm"
        ln -s "$modules/${name#*:}.wasm.gz" "$page/${name%:*}.wasm.gz"
    done
    for file in "$page"/*.{js,css,json,svg}; do
        zopfli -c "$file" > "$file.gz"
    done
    # Whatever ends this before, no part of a page stands there.
    rm -rf .build/page
    mv "$page" .build/page
}

make_icons() {
    local maker=Scripts/lib/icons.py drawing=static/icon.svg made=.build/icons
    [[ $made -nt $maker && $made -nt $drawing ]] && return
    rm -rf .build/icons-new "$made"
    mkdir -p .build/icons-new
    python3 "$maker" "$drawing" .build/icons-new
    mv .build/icons-new "$made"
}
