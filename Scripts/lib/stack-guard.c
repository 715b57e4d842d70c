// Functions for stack protectors, which libclang-rt uses and wasi-libc does not have.
__SIZE_TYPE__ __stack_chk_guard = 0x595e9fbd;

_Noreturn void __stack_chk_fail(void) {
    __builtin_trap();
}
