#!/usr/bin/env node
// Launcher: runs Parley with its required Node.js version, from any Node.js 20 or later. It installs missing dependencies
// first, so that a fresh clone needs only npm. It is plain JavaScript, because it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const home = fileURLToPath(new URL('..', import.meta.url))
const bin = join(home, 'node_modules', '.bin')

installWhatIsMissing()

const [, , first, ...rest] = process.argv
const [program, ...args] =
  first === '--run'
    ? rest
    : [join(bin, 'node'), '--disable-warning=ExperimentalWarning', join(home, 'src/main.ts'), ...process.argv.slice(2)]
const child = spawn(program, args, {
  stdio: 'inherit',
  env: {
    ...process.env,
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    // The compile cache saves about half a second per start.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(home, 'node_modules', '.cache', 'compiled'),
  },
})
/** Time before the launcher kills the process. Longer than the limit in inbound/cli/serve.ts, for a process that is too busy to handle the signal. */
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

/** Installs dependencies if the lock file has changed since the last installation. */
function installWhatIsMissing() {
  const stamp = join(home, 'node_modules', '.parley-installed')
  const wanted = createHash('sha256')
    .update(readFileSync(join(home, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && existsSync(join(bin, 'node'))) return
  process.stderr.write('Installing dependencies…\n')
  // Not `npm ci`, which rejects a lock file without binaries for platforms that a registry doesn't have
  // (npm/cli issue 9846). The output of npm goes to stderr, because stdout is for the output of the command.
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', args, { cwd: home, stdio: ['ignore', 2, 2] })
  if (status !== 0) {
    process.stderr.write("Couldn't install the dependencies. Check the npm output above.\n")
    process.exit(1)
  }
  mkdirSync(join(home, 'node_modules'), { recursive: true })
  writeFileSync(stamp, wanted)
}
