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
 * it in seconds of statements, not in its start.
 */
const TIERING_BUDGET = 1_000_000_000

/**
 * Makes V8 optimize WebAssembly functions later. PGlite has a function that V8 optimizes for two seconds with 600 MB of
 * memory, in the background, and a process can't end before that. For processes that end soon.
 */
export const delayWasmOptimization = (): void => setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET}`)
