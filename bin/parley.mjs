#!/usr/bin/env node
// Launcher: runs Parley with its required Node.js version, from any Node.js 20 or later. It installs what is missing
// first, so that a fresh clone needs only npm. It is plain JavaScript, because it runs before anything is installed.
import { spawn } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'
import { home, install, installNode, isInstalled, isNodeInstalled, isPackage, node } from './install.mjs'

const bin = join(home, 'node_modules', '.bin')
const [, , first, ...rest] = process.argv

// `--run` runs the programs of developers: tests, checks, benchmarks.
const wanted = first === '--run' ? 'development' : 'production'
try {
  await Promise.all([isInstalled(wanted) ? undefined : install(wanted), isNodeInstalled() ? undefined : installNode()])
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

const [program, ...args] =
  first === '--run'
    ? rest
    : [
        node,
        '--disable-warning=ExperimentalWarning',
        join(home, isPackage ? 'src/main.js' : 'src/main.ts'),
        ...process.argv.slice(2),
      ]
const child = spawn(program, args, {
  stdio: 'inherit',
  env: {
    ...process.env,
    PATH: [bin, dirname(node), process.env.PATH].join(delimiter),
    // The compile cache saves about half a second per start.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(home, 'node_modules', '.cache', 'compiled'),
    // Makes glibc return free memory of all threads to the system. An idle service needs about 90 MB less.
    MALLOC_TRIM_THRESHOLD_: process.env.MALLOC_TRIM_THRESHOLD_ ?? '1048576',
  },
})
/** Time before the launcher kills the process. Longer than the limit in cli/serve.ts, for a process that is too busy to handle the signal. */
const STOP_MS_MAX = 35_000
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    child.kill(signal)
    if (first === '--run') return
    setTimeout(() => {
      process.stderr.write("Parley didn't stop in time. Killing the process.\n")
      child.kill('SIGKILL')
    }, STOP_MS_MAX).unref()
  })
}
child.on('error', (error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
child.on('exit', (code, signal) => {
  if (signal === null) process.exit(code ?? 1)
  // Ends with the same signal as the program. The listener must be removed first, because it would handle the signal.
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
})
