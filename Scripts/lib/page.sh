# shellcheck shell=bash
# For `source`, at the top of the checkout.

# assemble_page puts the files that browsers load into .build/page: the files of static/ (scripts and style
# sheets merged and minified, HTML without indentation, texts split), the icons, and the WebAssembly modules. Its
# only folder, api, has the description of the protocol and the client libraries.
# Next to each text file is its compressed form, which the server uses while it matches.
assemble_page() {
    make_icons
    local file name page=.build/page-new modules=$PWD/.build/wasm
    rm -rf "$page"
    mkdir -p "$page"
    find "$PWD/static" \( -name '*.svg' -o -name '*.webmanifest' \) -exec ln -s {} "$page/" \;
    find static -name '*.html' -exec cp {} "$page/" \;
    sed -i 's/^ *//' "$page"/*.html
    ln -s "$PWD"/.build/icons/* "$page/"
    python3 Scripts/lib/merge.py static "$page"
    esbuild "$page"/*.{js,css} --minify --format=esm --target=es2022 --charset=utf8 --log-level=warning \
        --outdir="$page" --allow-overwrite
    python3 Scripts/lib/texts.py static "$page"
    for name in calcroom:BrowserReplica bill:BrowserBill expressions:BrowserEditor; do
        ln -s "$modules/${name#*:}.wasm" "$page/${name%:*}.wasm"
        ln -s "$modules/${name#*:}.wasm.gz" "$page/${name%:*}.wasm.gz"
    done
    assemble_api "$page/api"
    # Compressing takes seconds, so unchanged files keep their compressed form.
    for file in "$page"/*.{js,css,json,svg} "$page"/api/*; do
        name=${file#"$page/"}
        if cmp -s "$file" ".build/page/$name" && [[ -s .build/page/$name.gz ]]; then
            cp ".build/page/$name.gz" "$file.gz"
        else
            zopfli -c "$file" > "$file.gz"
        fi
    done
    # An interrupted run must not leave half a page.
    rm -rf .build/page
    mv "$page" .build/page
}

# assemble_api FOLDER puts the files of docs/api/ there, and the pages about them.
assemble_api() {
    python3 -B Scripts/lib/api.py docs "$1"
    esbuild "$1/calcroom.js" --minify --format=esm --target=es2022 --charset=utf8 --log-level=warning \
        --banner:js='/* @ts-self-types="./calcroom.d.ts" */' --outfile="$1/calcroom.js" --allow-overwrite
}

make_icons() {
    local maker=Scripts/lib/icons.py drawing=static/icon.svg made=.build/icons
    [[ $made -nt $maker && $made -nt $drawing ]] && return
    rm -rf .build/icons-new "$made"
    mkdir -p .build/icons-new
    python3 "$maker" "$drawing" .build/icons-new
    mv .build/icons-new "$made"
}
