/** Parley as a person starts it: a real process, which knows nothing of the environment that the tests run in. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

/** @param env settings; the data folder is an argument, so that it can be told from another's */
export function startParley(
  args: readonly string[],
  { cwd, env = {} }: { cwd?: string; env?: Readonly<Record<string, string>> } = {},
): ChildProcessWithoutNullStreams {
  // Modules that were compiled once are kept from one start to the next, as the launcher has it.
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, ...args], {
    env: { PATH, NODE_COMPILE_CACHE, LOG_LEVEL: 'warn', ...env },
    ...(cwd === undefined ? {} : { cwd }),
  })
}
