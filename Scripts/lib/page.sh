# shellcheck shell=bash
# For `source`, at the top of the checkout.

# assemble_page puts what browsers are given into .build/page: the files of static, and the module.
# Links do, so that an edited file is there at the next start.
assemble_page() {
    rm -rf .build/page
    mkdir -p .build/page
    ln -s "$PWD"/static/* .build/page/
    local module=$PWD/.build/wasm/release/BrowserReplica.wasm
    ln -s "$module" .build/page/calcroom.wasm
    ln -s "$module.gz" .build/page/calcroom.wasm.gz
}
