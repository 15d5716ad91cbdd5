/** Setting of V8 that the embedded database needs: V8 must not free WebAssembly code. */
import { setFlagsFromString } from 'node:v8'

/**
 * Makes V8 keep the code of WebAssembly functions until their module is freed. Without it, V8 frees unoptimized code while
 * PGlite runs, and rarely the process ends with `Check failed: jit_page_->allocations_.erase(addr) == 1`
 * (https://github.com/nodejs/node/issues/64500). The setting applies to all threads of the process.
 */
export const disableWasmCodeGc = (): void => setFlagsFromString('--no-wasm-code-gc')
