#!/usr/bin/env node
// Starts Parley with the Node it is made for, from any Node 20 or later: installs what is missing first, so that a
// fresh clone needs nothing but npm. Plain JavaScript, since it runs before anything is installed.
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
    // Compiled modules are kept from one start to the next, which saves about half a second of each.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(home, 'node_modules', '.cache', 'compiled'),
  },
})
/** Later than the service ends itself (inbound/cli/serve.ts): for one that is too busy to hear the signal. */
const STOP_MS_MAX = 35_000
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    child.kill(signal)
    if (first === '--run') return
    setTimeout(() => {
      process.stderr.write('Parley does not stop; ending it.\n')
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
  // Whoever waits for this process sees how the program ended; while it is listened for, a signal ends nothing.
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
})

/** Compares the lock file with the one last installed from; a clone that was updated installs again. */
function installWhatIsMissing() {
  const stamp = join(home, 'node_modules', '.parley-installed')
  const wanted = createHash('sha256')
    .update(readFileSync(join(home, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && existsSync(join(bin, 'node'))) return
  process.stderr.write('Installing what Parley needs (once) …\n')
  // Not `npm ci`: that refuses a lock file without the binaries of platforms that a registry does not carry
  // (npm/cli issue 9846). What npm prints goes to stderr: stdout belongs to the command's answer.
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', args, { cwd: home, stdio: ['ignore', 2, 2] })
  if (status !== 0) {
    process.stderr.write('npm install failed; see above.\n')
    process.exit(1)
  }
  mkdirSync(join(home, 'node_modules'), { recursive: true })
  writeFileSync(stamp, wanted)
}
