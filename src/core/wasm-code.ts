/** Settings of V8 for WebAssembly, of which the embedded database consists. They apply to all threads of the process. */
import { setFlagsFromString } from 'node:v8'

/**
 * Makes V8 keep the code of WebAssembly functions until their module is freed. Without it, V8 frees unoptimized code while
 * PGlite runs, and rarely the process ends with `Check failed: jit_page_->allocations_.erase(addr) == 1`
 * (https://github.com/nodejs/node/issues/64500).
 */
export const disableWasmCodeGc = (): void => setFlagsFromString('--no-wasm-code-gc')

/**
 * Work of a function before V8 optimizes it, in bytes of code that it has executed (default: 13,000,000). PGlite reaches
 * it after seconds of statements, not in its start (docs/decisions/0143).
 */
const TIERING_BUDGET = 1_000_000_000

/**
 * Makes V8 optimize WebAssembly functions later. By default, V8 optimizes functions of PGlite during the start, for most of
 * a second in the background. One of them needs two seconds and 600 MB of memory, and a process can't end before that.
 */
export const delayWasmOptimization = (): void => setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET}`)
