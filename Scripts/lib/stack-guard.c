// What code with stack protectors calls, libclang-rt's among it; wasi-libc leaves it out.
__SIZE_TYPE__ __stack_chk_guard = 0x595e9fbd;

_Noreturn void __stack_chk_fail(void) {
    __builtin_trap();
}
