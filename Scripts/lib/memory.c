// The memory allocator of a module. It replaces that of wasi-libc, which would add 3 kB to a first visit.
//
// Each block has a power of two as its size. Freed blocks go to a list for their size and are never
// joined: buffers of a room grow by doubling, so blocks of the same sizes are needed again.
#include <stddef.h>

typedef struct Block {
    // The logarithm of the size, including this header. The memory for the caller follows the header.
    unsigned order;
    struct Block *next;
} Block;

enum { alignment_max = 16, page_bytes = 65536 };

extern char __heap_base;
static Block *free_blocks[32];
static size_t unused;

static Block *new_block(unsigned order) {
    // The memory after a header starts at a multiple of the largest alignment.
    if (!unused) {
        size_t base = (size_t)&__heap_base + sizeof(Block) + alignment_max - 1;
        unused = base / alignment_max * alignment_max - sizeof(Block);
    }
    Block *block = (Block *)unused;
    unused += (size_t)1 << order;
    size_t pages = unused / page_bytes + 1, has = __builtin_wasm_memory_size(0);
    int is_over = unused < (size_t)block;
    if (!is_over && pages > has) is_over = __builtin_wasm_memory_grow(0, pages - has) == (size_t)-1;
    if (is_over) __builtin_trap();
    block->order = order;
    return block;
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    if (alignment > alignment_max || size > (size_t)1 << 30) __builtin_trap();
    unsigned order = 32 - __builtin_clz((size + sizeof(Block) - 1) | (alignment_max - 1));
    Block *block = free_blocks[order];
    if (block) free_blocks[order] = block->next;
    else block = new_block(order);
    *result = block + 1;
    return 0;
}

void free(void *memory) {
    if (!memory) return;
    Block *block = (Block *)memory - 1;
    block->next = free_blocks[block->order];
    free_blocks[block->order] = block;
}
